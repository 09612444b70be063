// Who answers shape requests: the embedded engine in this process, or an Electric.
import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import { createShapeEngine, type ShapeEngine } from 'shapes/engine.ts'
import { ShapeEngines } from './shape-engines.ts'

export interface ShapeUpstream extends Pick<ShapeEngine, 'changes'> {
  fetch(request: Request): Promise<Response>
}

export async function createShapeUpstream(
  env: Env,
  logger: Logger,
): Promise<ShapeUpstream & { stop(): Promise<void> }> {
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
  return engine
}

function electric(
  bases: readonly string[],
  secret: string | undefined,
  logger: Logger,
): ShapeUpstream & { stop(): Promise<void> } {
  const engines = new ShapeEngines(bases, secret, logger)
  return {
    fetch(request) {
      const { pathname, search } = new URL(request.url)
      return engines.send(pathname + search, { method: request.method, signal: request.signal })
    },
    changes: (positions, options) => engines.changes(positions, options),
    stop: async () => engines.stop(),
  }
}
