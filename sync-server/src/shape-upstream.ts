// Who answers shape requests: the embedded engine in this process, or the real Electric. Both take the same Request.
import type { Logger } from 'pino'
import type { Env } from './env.ts'
import { createShapeEngine } from './shapes/engine.ts'

export interface ShapeUpstream {
  fetch(request: Request): Promise<Response>
  stop(): Promise<void>
}

export async function createShapeUpstream(env: Env, logger: Logger): Promise<ShapeUpstream> {
  if (env.ELECTRIC_URL) return electric(env.ELECTRIC_URL)
  const engine = createShapeEngine({ databaseUrl: env.DATABASE_URL, logger })
  await engine.start()
  return { fetch: (request) => engine.fetch(request), stop: () => engine.stop() }
}

function electric(base: string): ShapeUpstream {
  return {
    fetch(request) {
      const { pathname, search } = new URL(request.url)
      return fetch(new URL(pathname + search, base), { method: request.method, signal: request.signal })
    },
    stop: async () => {},
  }
}
