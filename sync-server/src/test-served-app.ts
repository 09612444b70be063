// For tests: a sync-server on a socket, over a test API's database and jobs, in front of a shape engine of its own choice.
import { serve } from '@hono/node-server'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openMediaStore } from 'db/node/media/media-store.ts'
import { createOutgoing } from 'db/node/outgoing/outgoing.ts'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { parseEnv } from './env.ts'
import { createAdmission } from './limits/admission.ts'
import { createShapeUpstream } from './gatekeeper/shape-upstream.ts'
import type { TestApi } from './test-api.ts'

/** `origin`: below it are the routes of the API. */
export async function serveApp(
  { db, jobs, folder, sessionEnds, standings }: TestApi,
  electric: { url: string; secret: string },
  logger: Logger,
): Promise<{ origin: string; close(): void }> {
  const env = parseEnv({
    DATABASE_URL: 'postgresql://not-used',
    JWT_SECRET: 'x'.repeat(32),
    MEDIA_DIR: join(folder, 'media'),
    ELECTRIC_URL: electric.url,
    ELECTRIC_SECRET: electric.secret,
  })
  const { fetch } = createApp({
    db,
    reads: db,
    admission: createAdmission(),
    jobs,
    media: await openMediaStore(env),
    outgoing: createOutgoing({ allowLoopback: true }),
    env,
    logger,
    sessionEnds,
    standings,
    shapeUpstream: await createShapeUpstream(env, logger),
    traces: null,
  })
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' })
  if (!server.listening) await once(server, 'listening')
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, close: () => void server.close() }
}
