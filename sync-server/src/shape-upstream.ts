// Who answers shape requests: the embedded engine in this process, or the real Electric. Both take the same Request.
import type { Logger } from 'pino'
import type { Env } from './env.ts'
import { createShapeEngine } from './shapes/engine.ts'

export interface ShapeUpstream {
  fetch(request: Request): Promise<Response>
  stop(): Promise<void>
}

export async function createShapeUpstream(env: Env, logger: Logger): Promise<ShapeUpstream> {
  if (env.ELECTRIC_URL) return electric(env.ELECTRIC_URL, env.ELECTRIC_SECRET, logger)
  if (!env.SHAPES_DATABASE_URL) throw new Error('SHAPES_DATABASE_URL or ELECTRIC_URL is missing')
  const engine = createShapeEngine({
    databaseUrl: env.SHAPES_DATABASE_URL,
    dir: env.SHAPES_DIR,
    logger,
    ...(env.LONG_POLL_MS !== undefined && { longPollMs: env.LONG_POLL_MS }),
    ...(env.CHUNK_BYTES !== undefined && { chunkBytes: env.CHUNK_BYTES }),
  })
  await engine.start()
  return { fetch: (request) => engine.fetch(request), stop: () => engine.stop() }
}

function electric(base: string, secret: string | undefined, logger: Logger): ShapeUpstream {
  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const url = new URL(pathname + search, base)
      if (secret !== undefined) url.searchParams.set('secret', secret)
      try {
        // A redirect would take the secret and the request somewhere else.
        return await fetch(url, { method: request.method, signal: request.signal, redirect: 'error' })
      } catch (error) {
        // A client that left is no failure.
        if (!request.signal.aborted) logger.warn({ err: error }, 'Electric does not answer')
        return Response.json({ message: 'Electric does not answer' }, { status: 503, headers: { 'retry-after': '1' } })
      }
    },
    stop: async () => {},
  }
}
