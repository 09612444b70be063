// The shape engine alone (`pnpm shapes`): serves any Postgres to any Electric client at http://localhost:3000/v1/shape.
import { serve } from '@hono/node-server'
import closeWithGrace from 'close-with-grace'
import { endOnFailure } from 'db/node/end-on-failure.ts'
import { createLogger, say, takeOverConsole } from 'db/node/log.ts'
import { createShapeEngine } from './engine.ts'
import { parseShapesEnv, settingsOf } from './env.ts'

const started = endOnFailure()
const env = parseShapesEnv(process.env)
const logger = createLogger(env.LOG_LEVEL)
takeOverConsole(logger)
const engine = createShapeEngine(settingsOf(env, logger))
// ms. Longer than proxies and clients keep a connection that is idle: a request on one that was just closed here would fail.
const keepAliveTimeout = 150_000
const server = serve(
  {
    fetch: (request) => engine.fetch(request),
    port: env.PORT,
    hostname: env.HOST,
    serverOptions: { keepAliveTimeout },
  },
  ({ port }) => say(`shapes listening on http://${env.HOST}:${port}`),
)
closeWithGrace({ delay: 10_000, logger: { error: (error?: unknown) => logger.error(error) } }, async ({ err }) => {
  if (err) logger.error({ err }, 'closing after an error')
  await engine.stop()
  await new Promise((resolve) => {
    server.close(resolve)
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
})
started()
await engine.start()
say('shapes active')
