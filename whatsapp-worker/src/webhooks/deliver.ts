// Tells companies' addresses what happened. Rows say what is to be told (db/src/webhooks); this takes those whose turn it is and puts down what
// came of it. Invariants: of one ticket, contact or connection nothing is told before what happened earlier was taken or given up; a row is
// told again unless it was put down that it was taken, with the same id; an endpoint has a few requests at a time, one that fails a single one,
// and failing ones together at most half of this worker's, so that none keeps another waiting.
import { inGoodStanding } from 'db/companies/standing.ts'
import { webhooksQueue } from 'db/jobs.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import type { KeyRing } from 'db/node/keys/cipher.ts'
import type { Outgoing, OutgoingFailure, OutgoingOutcome } from 'db/node/outgoing/outgoing.ts'
import { webhookSecretName, webhookSigner } from 'db/node/integrations/webhook-secret.ts'
import { endpointRetryIn, retryIn, triedForSeconds } from 'db/webhooks/rules.ts'
import { webhookDeliveries, webhookEndpoints } from 'db/webhooks/table.ts'
import { and, eq, sql } from 'drizzle-orm'
import { runRegularly, untilFewer } from '../consume.ts'
import type { Log } from '../logger.ts'
import { sendOffLetters } from './mail-off.ts'

export interface WebhookParts {
  db: Database
  outgoing: Outgoing
  keys: KeyRing
  log: Log
  graceDays: number
  jobs: Jobs
  /** Whether there is a mail server that takes letters. */
  mails: boolean
}

/** Of this worker. */
const slots = 64
const failingSlots = slots / 2
const perEndpoint = 4
const timeoutMs = 15_000
/** Longer than a try takes, however it ends. */
const leaseSeconds = 45
/** The net under NOTIFY, and how exactly what is tried again is on time. */
const pollMs = 1_000
const answerBytes = 2_000

interface Taken {
  id: string
  companyId: string
  endpointId: string
  messageId: string
  body: string
  url: string
  attempts: number
  failing: boolean
}

/** Resolves once it listens. Call what it returns to stop: it ends the running tries, which others begin anew. */
export async function deliverWebhooks(parts: WebhookParts): Promise<() => Promise<void>> {
  const { db, log } = parts
  const running = new Set<Promise<void>>()
  let failing = 0
  const stopping = new AbortController()
  let [isTaking, isAsked] = [false, false]

  const start = (taken: Taken) => {
    if (taken.failing) failing += 1
    const trying = tell(parts, taken, stopping.signal)
      .catch((err: unknown) => log.error({ err, deliveryId: taken.id }, 'webhook not told'))
      .finally(() => {
        running.delete(trying)
        if (taken.failing) failing -= 1
        look()
      })
    running.add(trying)
  }
  /** One at a time; what is asked for meanwhile is looked for afterwards. */
  function look() {
    isAsked = true
    if (isTaking || stopping.signal.aborted) return
    isTaking = true
    const loop = async () => {
      while (isAsked && !stopping.signal.aborted) {
        isAsked = false
        const free = { healthy: slots - running.size, failing: Math.min(slots - running.size, failingSlots - failing) }
        if (free.healthy > 0) for (const taken of await take(parts, free)) start(taken)
      }
    }
    loop()
      .catch((err: unknown) => log.error({ err }, 'webhooks not looked for'))
      .finally(() => {
        isTaking = false
        if (isAsked) look()
      })
  }
  const { unlisten } = await db.sql.listen('webhooks', look, look)
  const timer = setInterval(look, pollMs)
  return async () => {
    stopping.abort()
    clearInterval(timer)
    await unlisten()
    await Promise.all(running)
  }
}

interface Free {
  healthy: number
  failing: number
}

/** The turns that are due, leased. */
export async function take({ db, graceDays }: Pick<WebhookParts, 'db' | 'graceDays'>, free: Free): Promise<Taken[]> {
  const ofKind = (isFailing: boolean, limit: number) => sql`(
    select d.id, e.url, ${isFailing}::boolean as failing
    from webhook_endpoints e join companies on companies.id = e.company_id
    cross join lateral (
      select count(*)::int as busy from webhook_deliveries b
      where b.endpoint_id = e.id and b.status = 'waiting' and b.leased_until > now()
    ) now_at
    cross join lateral (
      select d.id, d.next_at from webhook_deliveries d
      where d.endpoint_id = e.id and d.status = 'waiting' and d.next_at <= now()
        and (d.leased_until is null or d.leased_until <= now())
        and not exists (
          select from webhook_deliveries b
          where b.endpoint_id = d.endpoint_id and b.subject_id = d.subject_id and b.status = 'waiting' and b.seq < d.seq)
      order by d.next_at, d.seq
      limit greatest(0, ${isFailing ? 1 : perEndpoint} - now_at.busy)
      for update skip locked
    ) d
    where e.active and (e.failing_since is not null) = ${isFailing}::boolean and (e.retry_at is null or e.retry_at <= now())
      and ${inGoodStanding({ now: new Date(), graceDays })} and companies.features ? 'useIntegrations'
    order by d.next_at limit ${Math.max(0, limit)})`
  const rows = await db.orm.execute(sql`
    with turns as materialized (${ofKind(false, free.healthy)} union all ${ofKind(true, free.failing)})
    update webhook_deliveries d set leased_until = now() + make_interval(secs => ${leaseSeconds})
    from turns where turns.id = d.id
    returning d.id, d.company_id as "companyId", d.endpoint_id as "endpointId", d.message_id as "messageId", d.body, d.attempts,
      turns.url, turns.failing`)
  return [...rows] as unknown as Taken[]
}

async function tell(parts: WebhookParts, taken: Taken, signal: AbortSignal): Promise<void> {
  const { db, outgoing, keys } = parts
  const signer = await webhookSigner(db.orm, keys, {
    companyId: taken.companyId,
    name: webhookSecretName(taken.endpointId),
  })
  const begun = performance.now()
  const outcome: OutgoingOutcome = await outgoing.send({
    url: taken.url,
    headers: { ...signer?.sign(taken.messageId, taken.body, new Date()) },
    body: taken.body,
    timeoutMs,
    maxAnswerBytes: answerBytes,
    cutAnswer: true,
    signal,
  })
  if (signal.aborted && outcome.kind !== 'done') {
    // This worker ends: another one tells it.
    await db.orm.update(webhookDeliveries).set({ leasedUntil: null }).where(eq(webhookDeliveries.id, taken.id))
    return
  }
  await put(parts, taken, outcome, Math.round(performance.now() - begun))
}

async function put(
  { db, log, jobs, mails }: WebhookParts,
  taken: Taken,
  outcome: OutgoingOutcome,
  ms: number,
): Promise<void> {
  const off = await db.orm.transaction(async (tx) => {
    await noteAttempt(tx, taken, outcome, ms)
    if (outcome.kind !== 'done') return noteFailure(tx, { jobs, mails }, taken, outcome)
    if (taken.failing) await tx.update(webhookEndpoints).set(well).where(eq(webhookEndpoints.id, taken.endpointId))
    return null
  })
  if (off) log.warn({ endpointId: taken.endpointId, companyId: taken.companyId, reason: off }, 'webhook switched off')
}

/** Told that nobody is there any more. */
const isGone = (outcome: OutgoingOutcome) => outcome.kind !== 'done' && outcome.status === 410

async function noteAttempt(tx: ServerTx, taken: Taken, outcome: OutgoingOutcome, ms: number) {
  const isDone = outcome.kind === 'done'
  const attempts = taken.attempts + 1
  const wait = isDone ? 0 : retryIn(attempts, outcome.retryAfter, Math.random())
  // Whoever pressed "again" meanwhile has it told once more, as they wished.
  await tx
    .update(webhookDeliveries)
    .set({
      attempts,
      status: isDone
        ? 'delivered'
        : sql`case when ${isGone(outcome)}::boolean or coalesce(first_attempt_at, now()) + make_interval(secs => ${triedForSeconds}) <= now()
            then 'failed' else 'waiting' end`,
      firstAttemptAt: sql`coalesce(first_attempt_at, now())`,
      nextAt: sql`now() + make_interval(secs => ${wait})`,
      leasedUntil: null,
      lastAttemptAt: sql`now()`,
      lastStatus: outcome.status,
      lastReason: isDone ? null : outcome.reason === 'status' ? null : outcome.detail,
      lastAnswer: outcome.body.subarray(0, answerBytes).toString('utf8').replaceAll('\u0000', '�'),
      lastMs: ms,
    })
    .where(and(eq(webhookDeliveries.id, taken.id), eq(webhookDeliveries.status, 'waiting')))
}

/** Resolves to why the endpoint was switched off, if it was. */
async function noteFailure(
  tx: ServerTx,
  { jobs, mails }: Pick<WebhookParts, 'jobs' | 'mails'>,
  taken: Taken,
  outcome: OutgoingFailure,
): Promise<'gone' | 'failing' | null> {
  const own = eq(webhookEndpoints.id, taken.endpointId)
  const [endpoint] = await tx
    .update(webhookEndpoints)
    .set({
      failingSince: sql`coalesce(failing_since, now())`,
      failures: sql`failures + 1`,
      active: sql`active and not (${isGone(outcome)}::boolean or coalesce(failing_since, now()) + make_interval(secs => ${triedForSeconds}) <= now())`,
    })
    .where(own)
    .returning({ failures: webhookEndpoints.failures, active: webhookEndpoints.active })
  if (!endpoint) return null
  if (endpoint.active) {
    const secs = endpointRetryIn(endpoint.failures, outcome.retryAfter, Math.random())
    const retryAt = sql`now() + make_interval(secs => ${secs})`
    await tx.update(webhookEndpoints).set({ retryAt }).where(own)
    return null
  }
  const reason = isGone(outcome) ? 'gone' : 'failing'
  await tx.update(webhookEndpoints).set({ offReason: reason, offAt: new Date(), updatedAt: new Date() }).where(own)
  if (mails) await sendOffLetters(tx, jobs, taken)
  // Nobody is told later of what was long ago: each can be sent again by hand.
  await tx
    .update(webhookDeliveries)
    .set({ status: 'failed', leasedUntil: null, lastReason: sql`coalesce(last_reason, 'switched off')` })
    .where(and(eq(webhookDeliveries.endpointId, taken.endpointId), eq(webhookDeliveries.status, 'waiting')))
  return reason
}

const well = { failingSince: null, failures: 0, retryAt: null }

const keptDays = 7
const forgottenAtOnce = 1_000

export function forgetDeliveriesRegularly({ db, jobs }: { db: Database; jobs: Jobs }) {
  return runRegularly(jobs, webhooksQueue, '7 * * * *', async (isStopping) => {
    await untilFewer(forgottenAtOnce, () => forgetDeliveries(db, forgottenAtOnce), isStopping)
  })
}

/** Of steps: how many old ones were forgotten. What still waits is younger, or its endpoint is switched off or overdue. */
export async function forgetDeliveries({ orm }: Pick<Database, 'orm'>, atOnce: number): Promise<number> {
  const old = sql`created_at < now() - make_interval(days => ${keptDays})`
  const gone = await orm
    .delete(webhookDeliveries)
    .where(sql`id in (select id from webhook_deliveries where ${old} order by created_at limit ${atOnce})`)
    .returning({ id: webhookDeliveries.id })
  return gone.length
}
