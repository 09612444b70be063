// The API server: Hono, the gatekeeper, and the embedded shape engine unless ELECTRIC_URL names the real one.
import { serve } from '@hono/node-server'
import closeWithGrace from 'close-with-grace'
import { connect } from 'db/node/connect.ts'
import { storeDelaysRegularly } from 'db/node/delays.ts'
import { endOnFailure } from 'db/node/end-on-failure.ts'
import { exitWithParent } from 'db/node/exit-with-parent.ts'
import { startJobs } from 'db/node/jobs.ts'
import { createLogger, say, takeOverConsole } from 'db/node/log.ts'
import { openMediaStore } from 'db/node/media/media-store.ts'
import { createOutgoing } from 'db/node/outgoing/outgoing.ts'
import { refusePowerfulRole } from 'db/node/roles.ts'
import { openTraces } from 'db/node/traces/traces.ts'
import { mkdir } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { createApp } from './app.ts'
import { parseEnv } from './env.ts'
import { watchSessionEnds } from './http/login/session-ends.ts'
import { watchStandings } from './http/login/standings.ts'
import { createAdmission, readConnections } from './limits/admission.ts'
import { limitConnections, serverOptions, usualConnections } from './limits/connections.ts'
import { keepUploadsSwept } from './media/sweep-uploads.ts'
import { needsSetup, setupCode } from './office/setup.ts'
import { createShapeUpstream } from './gatekeeper/shape-upstream.ts'

const started = endOnFailure()
exitWithParent()
// Files of messages, uploads and shapes are nobody else's to read.
process.umask(0o077)
const env = parseEnv(process.env)
const logger = createLogger(env.LOG_LEVEL)
takeOverConsole(logger)
const db = connect(env.DATABASE_URL)
const reads = connect(env.DATABASE_URL, { max: readConnections })
await refusePowerfulRole(db.sql)
const jobs = await startJobs(env.DATABASE_URL, (error) => logger.error({ err: error }, 'jobs'))
const shapes = await createShapeUpstream(env, logger)
const media = await openMediaStore(env)
await mkdir(env.UPLOADS_DIR, { recursive: true })
const stopSweeping = keepUploadsSwept(env.UPLOADS_DIR, logger)
const stopDelays = storeDelaysRegularly({ db, log: logger })
const traces = await openTraces(env.OTEL_EXPORTER_OTLP_ENDPOINT, logger)
const sessionEnds = await watchSessionEnds(db)
const standings = await watchStandings(db)
const app = createApp({
  db,
  reads,
  jobs,
  media,
  outgoing: createOutgoing({ allowLoopback: env.OUTGOING_ALLOW_LOOPBACK === '1' }),
  env,
  logger,
  sessionEnds,
  standings,
  admission: createAdmission(),
  shapeUpstream: shapes,
  traces,
})
const server = serve({ fetch: app.fetch, port: env.PORT, hostname: env.HOST, serverOptions }, ({ port }) => {
  say(`sync-server listening on http://${env.HOST}:${port}`)
  // By itself Node keeps what it compiled at its end, and a process that is killed has none.
  flushCompileCache()
})
limitConnections(server, usualConnections, env.TRUST_PROXY > 0 ? () => true : undefined)
if (await needsSetup(db)) say(`no company yet: open /setup, code ${setupCode(env.JWT_SECRET)}`)

closeWithGrace({ delay: 10_000, logger: { error: (error?: unknown) => logger.error(error) } }, async ({ err }) => {
  if (err) logger.error({ err }, 'closing after an error')
  // First the engine: it answers the waiting long-polls, so that the server can close.
  stopSweeping()
  await shapes.stop()
  await new Promise((resolve) => {
    server.close(resolve)
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })
  await sessionEnds.stop()
  await standings.stop()
  await stopDelays()
  await traces?.stop()
  await jobs.boss.stop({ graceful: false })
  await Promise.all([db.end(), reads.end()])
})
started()
