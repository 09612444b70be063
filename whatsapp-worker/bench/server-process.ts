// The server beside the worker that is measured, as a deployment runs it.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startChild, type Child } from 'db/node/child.ts'
import { freePort } from 'db/node/postgres/embedded-postgres.ts'
import { urlsOf } from 'db/node/roles.ts'
import { fromRoot } from '../../scripts/paths.ts'
import type { World } from './world.ts'

export interface ServerProcess {
  url: string
  child: Child
}

/** Resolves when it takes requests. */
export async function startServer({ folder, postgres }: World): Promise<ServerProcess> {
  const port = await freePort()
  const { app, shapes } = urlsOf(postgres.url)
  const child = startChild(fromRoot('sync-server/src/main.ts'), [], {
    DATABASE_URL: app,
    SHAPES_DATABASE_URL: shapes,
    PORT: String(port),
    JWT_SECRET: randomBytes(32).toString('hex'),
    MEDIA_DIR: join(folder, 'media'),
    UPLOADS_DIR: join(folder, 'uploads'),
    SHAPES_DIR: join(folder, 'shapes'),
    LOG_LEVEL: 'warn',
  })
  const ready = Promise.withResolvers<void>()
  child.onLine((line) => line.includes('listening') && ready.resolve())
  child.onEnd((how) => ready.reject(new Error(`the server ended (${how})\n${child.tail()}`)))
  await ready.promise
  return { url: `http://127.0.0.1:${port}`, child }
}
