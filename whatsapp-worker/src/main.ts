// The worker process: WhatsApp sessions of the connections it owns, and their jobs.
// It meets the server only in Postgres; any number of workers may run.
import { flushCompileCache } from 'node:module'
import closeWithGrace from 'close-with-grace'
import { connect } from 'db/node/connect.ts'
import { storeDelaysRegularly } from 'db/node/delays.ts'
import { endOnFailure } from 'db/node/end-on-failure.ts'
import { exitWithParent } from 'db/node/exit-with-parent.ts'
import { startJobs } from 'db/node/jobs.ts'
import { say, takeOverConsole } from 'db/node/log.ts'
import { openMediaStore } from 'db/node/media/media-store.ts'
import { createOutgoing } from 'db/node/outgoing/outgoing.ts'
import { refusePowerfulRole } from 'db/node/roles.ts'
import { openTraces } from 'db/node/traces/traces.ts'
import { readEnv, type WorkerEnv } from './env.ts'
import { archiveRegularly } from './housekeeping/archive-tickets.ts'
import { consumeImports } from './housekeeping/import-contacts.ts'
import { foldFiguresRegularly } from './housekeeping/fold-figures.ts'
import { foldTalliesRegularly } from './housekeeping/fold-tallies.ts'
import { forgetCallsRegularly } from './housekeeping/forget-calls.ts'
import { forgetPresencesRegularly } from './housekeeping/forget-presences.ts'
import { forgetSignupsRegularly } from './housekeeping/forget-signups.ts'
import { consumePrivacyRequests, forgetRegularly } from './housekeeping/privacy.ts'
import { removeCompaniesRegularly } from './housekeeping/remove-companies.ts'
import { runCampaignsRegularly } from './housekeeping/run-campaigns.ts'
import { billRegularly } from './housekeeping/run-billing.ts'
import { sweepRegularly } from './housekeeping/sweep-files.ts'
import { sendSchedulesRegularly } from './housekeeping/send-schedules.ts'
import { watchTickets } from './housekeeping/ticket-timers.ts'
import { createLogger } from './logger.ts'
import { consumeMediaJobs } from './media/consume-jobs.ts'
import { consumeNotifications } from './notifications/consume-jobs.ts'
import { mailLinks } from './accounts/mail-links.ts'
import { answerOwed } from './responders/answering.ts'
import { makeResponders } from './responders/registry.ts'
import { manageSessions, type ManagerParts } from './session/manager.ts'
import { mediaAgent } from './session/media-agent.ts'
import { quietLibsignal } from './session/quiet-libsignal.ts'
import { deliverWebhooks, forgetDeliveriesRegularly } from './webhooks/deliver.ts'
import { mailWebhooksOff } from './webhooks/mail-off.ts'
import { trustRootKey } from './session/socket.ts'

export interface Worker {
  /** Ends the sessions and gives their leases back, so that another worker can go on at once. */
  stop(): Promise<void>
}

export async function startWorker(env: WorkerEnv): Promise<Worker> {
  const log = createLogger(env.logLevel).child({ worker: env.workerId })
  if (env.whatsapp?.rootKey) trustRootKey(env.whatsapp.rootKey)
  const db = connect(env.databaseUrl)
  await refusePowerfulRole(db.sql)
  const jobs = await startJobs(env.databaseUrl, (err) => log.error({ err }, 'jobs'))
  const media = await openMediaStore(env.media)
  const stopNotifications = env.push && (await consumeNotifications({ db, jobs, settings: env.push, log }))
  const stopDelays = storeDelaysRegularly({ db, log })
  const agent = mediaAgent(env.whatsapp !== null)
  const { mediaQuota: quota, sessionKeys: keys } = env
  const stopMedia = await consumeMediaJobs({ db, jobs, media, agent, quota, keys, log })
  const traces = await openTraces(env.tracesUrl, log)
  const parts = { env, db, jobs, media, log, traces }
  const stopHousekeeping = await keepHouse(parts)
  const stopAnswering = await answer(parts)
  const sessions = await manageSessions(parts)
  return {
    async stop() {
      await Promise.all([sessions.stop(), stopNotifications?.(), stopMedia(), stopHousekeeping(), stopAnswering()])
      await stopDelays()
      await traces?.stop()
      await jobs.boss.stop({ graceful: true, timeout: 5_000 })
      await db.end()
      log.info('worker stopped')
    },
  }
}

type Stop = () => unknown

const stopAll = (stops: readonly Stop[]) => async () => {
  await Promise.all(stops.map((stop) => stop()))
}

const regular = ({ env, db, jobs, log }: ManagerParts) => ({
  db,
  jobs,
  log,
  graceDays: env.graceDays,
  notifies: env.push !== null,
})

/** What is due by the clock, and what people ask for that takes long. */
async function keepHouse(parts: ManagerParts): Promise<() => Promise<void>> {
  const { env, db, jobs, media, log } = parts
  const regularly = regular(parts)
  return stopAll([
    await archiveRegularly({ db, jobs, log }),
    await watchTickets(regularly),
    await sendSchedulesRegularly(regularly),
    await runCampaignsRegularly(regularly),
    forgetPresencesRegularly({ db, log }),
    forgetSignupsRegularly({ db, log }),
    await consumeImports({ db, jobs, log }),
    foldTalliesRegularly({ db, log }),
    await foldFiguresRegularly({ db, jobs }),
    await sweepRegularly({ db, jobs, media, log }),
    await billRegularly({ db, jobs, log, pix: env.pix, mail: env.mail }),
    await removeCompaniesRegularly({ db, jobs, media, log }),
    await consumePrivacyRequests({ db, jobs, media, log }),
    await forgetRegularly({ db, jobs, media, log }),
    await forgetCallsRegularly(regularly),
    await forgetDeliveriesRegularly({ db, jobs }),
  ])
}

/** In people's stead, and to webhooks: what calls addresses that somebody chose. */
async function answer(parts: ManagerParts): Promise<() => Promise<void>> {
  const { env, db, jobs, media, log } = parts
  const regularly = regular(parts)
  const outgoing = createOutgoing({ allowLoopback: env.outgoingLoopback })
  const { mediaQuota: quota, ttsUrl, dialogflowUrl, asaasUrl, sessionKeys: keys, mail } = env
  const made = makeResponders({ db, media, quota, outgoing, ttsUrl, dialogflowUrl, asaasUrl, keys, log })
  return stopAll([
    await answerOwed({ ...regularly, workerId: env.workerId, responders: { ...made, ...env.responders } }),
    await deliverWebhooks({ ...regularly, outgoing, keys, mails: mail !== null }),
    ...(mail ? [await mailWebhooksOff({ db, jobs, log, mail })] : []),
    ...(mail?.publicUrl ? [await mailLinks({ db, jobs, log, mail: { ...mail, publicUrl: mail.publicUrl } })] : []),
  ])
}

if (import.meta.main) {
  const started = endOnFailure()
  // Files are in the temporary folder in the clear while Baileys works on them, and in the media store: for nobody else.
  process.umask(0o077)
  const env = readEnv(process.env)
  const log = createLogger(env.logLevel)
  takeOverConsole(log)
  quietLibsignal()
  const worker = await startWorker(env)
  // Baileys leaves rejections of its own background work unhandled when a socket closes under it: no reason to end the other sessions.
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))
  const logger = { error: (error?: unknown) => log.error(error) }
  closeWithGrace({ delay: 15_000, skip: ['unhandledRejection'], logger }, async ({ err }) => {
    if (err) log.error({ err }, 'stopping after an error')
    await worker.stop()
  })
  started()
  exitWithParent()
  // For whoever started it, at every log level.
  say('worker ready')
  // By itself Node keeps what it compiled at its end, and a process that is killed has none.
  flushCompileCache()
}
