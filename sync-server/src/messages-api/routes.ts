// The messages API: POST /messages/send by a connection's token, and what became of it. It stands before everything that wants a session, and takes
// its credential from the header alone: no form of another page can carry that, so it needs no origin.
// Invariant: 202 means that the messages are rows, with the job that sends them.
import { instant } from '../http/openapi/answer-schema.ts'
import type { WhatsAppNumber } from 'db/contacts/numbers.ts'
import { isWhatsAppNumber } from 'db/contacts/read-number.ts'
import { knownNumbers } from 'db/contacts/take-number.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError, errorStatus, invalid, type ErrorCode } from 'db/kit/errors.ts'
import { systemContext } from 'db/kit/system-context.ts'
import {
  apiBody,
  apiNumber,
  apiNumberRefusal,
  apiStatuses,
  causeOf,
  idempotencyKey,
  leastOf,
  mostFiles,
  statusOf,
} from 'db/messages-api/rules.ts'
import { findSent, readSent, sendOnce, type Sent } from 'db/messages-api/sending.ts'
import { captioned } from 'db/media/captioned.ts'
import { withEffects } from 'db/node/effects.ts'
import { retryCollisions } from 'db/node/errors/postgres-errors.ts'
import { sha256Of } from 'db/node/media/take-in-file.ts'
import { Hono, type Context } from 'hono'
import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import * as v from 'valibot'
import { consume } from '../http/consume.ts'
import type { Services } from '../http/context.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readJson } from '../http/read-json.ts'
import { limiterStore } from '../limits/limiter-store.ts'
import { isForm, maxFormBytes, receiveForm, type ReceivedFile, type ReceivedForm } from '../media/receive-form.ts'
import { storeFile } from '../media/received-file.ts'
import { requireToken, type ByToken } from './by-token.ts'

const path = '/messages/send'

/** Messages of one connection in a minute: what people write through it goes out beside them. */
const sends = { points: 120, duration: 60 }
/** Of what became of them. */
const reads = { points: 600, duration: 60 }

const sendBody = v.strictObject({ number: apiNumber, body: apiBody })
const accepted = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** Where to ask what became of it. */
  statusUrl: v.string(),
  messages: v.array(v.object({ id: v.pipe(v.string(), v.uuid()) })),
})
const status = v.picklist(apiStatuses)
const error = v.nullable(v.picklist(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]))
const became = v.object({
  id: v.pipe(v.string(), v.uuid()),
  number: v.string(),
  createdAt: instant,
  /** Of all its messages: what failed first, then the one that is furthest behind. */
  status,
  error,
  messages: v.array(v.object({ id: v.pipe(v.string(), v.uuid()), status, error })),
})

export const messagesApiDocs: RouteDoc[] = [
  {
    method: 'post',
    path,
    summary: 'Send a message from another system',
    description: `The bearer token is a connection's, made in its form. \`number\` is unmasked: country code, area code, number. JSON carries a text; a form carries up
to ${mostFiles} \`medias\`, which are a message each, in their order: the text is the first one's caption, or a message before it where that is sound. 202: it is kept and
will be sent, also when the connection is down at the moment; \`statusUrl\` tells what becomes of it, with the same token. With the header \`Idempotency-Key\` (up to 255
printable characters, the connection's own) a repeated call sends nothing more and is answered the same; with another content it is ERR_IDEMPOTENCY_KEY_REUSED. More than
${sends.points} messages a minute are ERR_TOO_MANY_REQUESTS, with Retry-After.`,
    body: sendBody,
    form: { number: 'text', body: 'text', medias: 'files' },
    status: 202,
    answer: accepted,
    token: true,
  },
  {
    method: 'get',
    path: `${path}/:id`,
    summary: 'What became of a message that another system sent',
    description: '`queued` waits for WhatsApp; a number that is not there is `failed` with ERR_WAPP_INVALID_CONTACT.',
    status: 200,
    answer: became,
    token: true,
  },
]

export function messagesApiRoutes(services: Services) {
  const { db } = services
  const sending = new RateLimiterPostgres({ ...limiterStore(db), keyPrefix: 'messages-api', ...sends })
  const reading = new RateLimiterMemory(reads)
  const app = new Hono<ByToken>()
  app.use(requireToken(services))
  app.post('/', async (c) => {
    const { connectionId } = c.get('caller')
    const count = (messages: number) => consume(sending, connectionId, messages)
    await count(1)
    const id = isForm(c)
      ? await receiveForm(c, maxFormBytes(services.env), (form) => sendForm(services, c, form, count))
      : await sendText(services, c)
    const statusUrl = new URL(`/api${path}/${id}`, services.env.PUBLIC_URL ?? c.req.url).href
    const sent = await readSent(db.orm, { id, connectionId })
    c.header('location', statusUrl)
    return c.json({ id, statusUrl, messages: (sent?.messages ?? []).map((message) => ({ id: message.id })) }, 202)
  })
  app.get('/:id', async (c) => {
    const { connectionId } = c.get('caller')
    await consume(reading, connectionId)
    const sent = await readSent(db.orm, { id: parseArgs(idArg, c.req.param('id')), connectionId })
    if (!sent) throw new AppError('ERR_NO_MESSAGE_FOUND')
    return c.json(told(sent))
  })
  return app
}

function told({ messages, ...asked }: Sent) {
  const each = messages.map((message) => ({ id: message.id, status: statusOf(message), error: causeOf(message) }))
  const failed = each.find(({ error: cause }) => cause !== null)
  return { ...asked, status: leastOf(each.map((one) => one.status)), error: failed?.error ?? null, messages: each }
}

interface Asked {
  number: WhatsAppNumber
  body: string
  files: readonly ReceivedFile[]
}

async function sendText(services: Services, c: Context<ByToken>): Promise<string> {
  const wish = parseArgs(sendBody, await readJson(c))
  return send(services, c, { ...wish, files: [] })
}

const formTexts = v.strictObject({
  number: v.strictTuple([apiNumber]),
  body: v.optional(v.pipe(v.array(v.string()), v.maxLength(1)), []),
})

async function sendForm(
  services: Services,
  c: Context<ByToken>,
  { texts, files: { medias = [], ...otherFiles } }: ReceivedForm,
  count: (messages: number) => Promise<void>,
): Promise<string> {
  const [stranger] = Object.keys(otherFiles)
  if (stranger !== undefined) throw invalid(stranger, 'Unknown')
  const { number, body: bodies } = parseArgs(formTexts, { ...texts })
  const files = medias.filter(({ size }) => size > 0)
  if (files.length > mostFiles) throw invalid('medias', `${mostFiles} at most`)
  const text = bodies[0] ?? ''
  const body = files.length > 0 && text.trim() === '' ? '' : parseArgs(v.object({ body: apiBody }), { body: text }).body
  if (files.length > 1) await count(files.length - 1)
  return send(services, c, { number: number[0], body, files })
}

/** Resolves with the send's id. */
async function send(services: Services, c: Context<ByToken>, { number, body, files }: Asked): Promise<string> {
  const { companyId, connectionId } = c.get('caller')
  const { db, jobs, env } = services
  const isNumber = isWhatsAppNumber(number) || (await knownNumbers(db.orm, companyId, [number])).has(number)
  if (!isNumber) throw invalid('number', apiNumberRefusal)
  const key = c.req.header('idempotency-key')
  const hashed = await Promise.all(files.map(async (file) => ({ ...file, hash: await sha256Of(file.path) })))
  const named = {
    connectionId,
    idempotencyKey: key === undefined ? null : parseArgs(idempotencyKey, key),
    fingerprint: fingerprintOf([number, body, ...hashed.map(({ hash, name }) => [hash, name])]),
  }
  // Before anything is stored.
  const known = await findSent(db.orm, named)
  if (known !== null) return known
  const stored = []
  for (const file of files) stored.push(await storeFile(services, { companyId }, file))
  const wish = { ...named, number, parts: captioned(body, stored) }
  return retryCollisions(() =>
    db.orm.transaction((tx) =>
      withEffects(tx, { jobs, notifies: Boolean(env.VAPID_PUBLIC_KEY) }, (effects) =>
        sendOnce(tx, wish, systemContext(companyId, effects)),
      ),
    ),
  )
}

const fingerprintOf = (asked: unknown) => createHash('sha256').update(JSON.stringify(asked)).digest('hex')
