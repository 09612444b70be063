// The shape engine alone (`pnpm shapes`): serves any Postgres to any Electric client at http://localhost:3000/v1/shape.
import { serve } from '@hono/node-server'
import closeWithGrace from 'close-with-grace'
import { pino } from 'pino'
import { createShapeEngine } from './engine.ts'
import { parseShapesEnv, settingsOf } from './env.ts'

const env = parseShapesEnv(process.env)
const logger = pino({ level: env.LOG_LEVEL })
const engine = createShapeEngine(settingsOf(env, logger))
const server = serve({ fetch: (request) => engine.fetch(request), port: env.PORT, hostname: env.HOST }, ({ port }) => {
  console.log(`shapes listening on http://${env.HOST}:${port}`)
})
closeWithGrace({ delay: 10_000, logger: { error: (error?: unknown) => logger.error(error) } }, async ({ err }) => {
  if (err) logger.error({ err }, 'closing after an error')
  await engine.stop()
  await new Promise((resolve) => {
    server.close(resolve)
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
})
await engine.start()
console.log('shapes active')
