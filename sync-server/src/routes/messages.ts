// GET and POST /messages/:ticketId as the specification has them: who reads their own conversation has opened it; a text, a file that is here
// already (mediaUrl) or files of a form (medias) are sent. All of one request is sent in its order, or nothing.
import { recordReading } from 'db/audit/record.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { captioned } from 'db/media/captioned.ts'
import { maxBodyLength } from 'db/messages/send-args.ts'
import { messages } from 'db/messages/table.ts'
import type { MutationArgs } from 'db/mutations.ts'
import { assertCanDo } from 'db/tickets/rules.ts'
import { readableScope } from 'db/tickets/table.ts'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { pageAnswer } from '../http/openapi/answer-schema.ts'
import { applyMutation, applyTogether } from '../http/apply-mutation.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { isBody } from '../http/openapi/loose-values.ts'
import { filled } from '../http/page.ts'
import { readJson } from '../http/read-json.ts'
import { idAfter, requestId } from '../http/request-id.ts'
import { captionsOf, hashIn, newMessageBody } from '../http/openapi/rest-calls.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { plainBody } from '../http/openapi/specified-bodies.ts'
import { isForm, maxFormBytes, receiveForm, type ReceivedFile, type ReceivedForm } from '../media/receive-form.ts'
import { storeFile } from '../media/received-file.ts'
import { listMessages, messageAnswer, messageQuery, readMessage } from '../reads/messages.ts'
import { readTicket, ticketAnswer } from '../reads/tickets.ts'
import { findMediaFile } from './media.ts'

const path = '/messages/:ticketId'

export const messageDocs: RouteDoc[] = [
  {
    method: 'get',
    path,
    summary: 'Messages of a ticket',
    description:
      'The newest page first, each page oldest first. Who has the open ticket reads it by the first page: nothing in it is unread any more.',
    query: messageQuery,
    status: 200,
    answer: pageAnswer('messages', messageAnswer, { ticket: ticketAnswer }),
  },
  {
    method: 'post',
    path,
    summary: 'Send a message',
    description: `A text; a file that the company has (\`mediaUrl\`, as messages tell it: \`/api/media/{sha256}\`, also of an upload to \`/uploads\`), with the text as
its caption; or a form with several \`medias\`, which are a message each, in their order. Of a form one \`body\` is the first file's caption, as many as files are
one's each; one that repeats the file's name is none. Sound has no caption: its text goes before it.`,
    body: newMessageBody,
    form: { medias: 'files', body: 'texts', fromMe: 'text', read: 'text' },
    status: 201,
    answer: v.union([messageAnswer, v.object({ messages: v.array(messageAnswer) })]),
  },
]

export function messageReads(services: Services) {
  return new Hono<Authenticated>().get(path, async (c) => {
    const actor = c.get('actor')
    const query = filled(c.req.query())
    const { id, ...ticket } = await readTicket(services.reads, actor, c.req.param('ticketId'))
    const isOpened = query['cursor'] === undefined && (query['pageNumber'] ?? '1') === '1'
    const isTheirs = ticket.status === 'open' && ticket.userId === actor.userId
    if (isOpened && isTheirs && ticket.unreadMessages > 0 && mayWrite(c)) {
      await applyMutation(services, actor, { id: newId(), name: 'ticket.markRead', args: { id } })
    }
    await recordReading(services.db.orm, actor, { id, queueId: ticket.queueId, userId: ticket.userId }, new Date())
    return c.json(await listMessages(services.reads, actor, id, query))
  })
}

/** An overdue company reads on, and changes nothing by it. */
function mayWrite(c: Context<Authenticated>) {
  try {
    c.get('companyInGoodStanding')()
    return true
  } catch {
    return false
  }
}

export function messageRoutes(services: Services) {
  return new Hono<Authenticated>().post(path, async (c) => {
    const actor = c.get('actor')
    const key = requestId(c)
    const wish = isForm(c) ? null : await readWish(c)
    const { id: ticketId, ...ticket } = await readTicket(services.db, actor, c.req.param('ticketId'))
    // Before anything is stored.
    if (!hasPermission(actor, 'tickets:work')) throw new AppError('ERR_NO_PERMISSION')
    assertCanDo('reply', ticket)
    const send = async (parts: readonly Part[]) => {
      const sent = parts.map((part, n) => ({ id: idAfter(key, n), ticketId, ...part }))
      const calls = sent.map((args) => ({ id: args.id, name: 'message.send', args }))
      await applyTogether(services, actor, calls)
      return Promise.all(sent.map(({ id }) => readMessage(services.db, actor, id)))
    }
    if (wish) return c.json((await send([await partOfWish(c, services, wish)]))[0], 201)
    const parts = await receiveForm(c, maxFormBytes(services.env), (form) => partsOfForm(services, actor, form))
    return c.json({ messages: await send(parts) }, 201)
  })
}

/** A message's own arguments, without where it goes. */
type Part = Omit<MutationArgs<'message.send'>, 'id' | 'ticketId'>

type Wish = v.InferOutput<typeof newMessageBody>

async function readWish(c: Context<Authenticated>): Promise<Wish> {
  const json = await readJson(c)
  return parseArgs(newMessageBody, isBody(json) ? plainBody(newMessageBody.entries, json, c.get('actor'), []) : json)
}

async function partOfWish(c: Context<Authenticated>, services: Services, wish: Wish): Promise<Part> {
  const actor = c.get('actor')
  const { body, mediaUrl, mediaName, quotedMsg } = wish
  const media = mediaUrl ? await mediaOf(services, actor, hashIn(mediaUrl, c.req.header('host')), mediaName) : undefined
  return { body, quotedMessageId: quotedMsg?.id ?? null, ...(media && { media }) }
}

/** @throws AppError ERR_NO_MEDIA_FOUND when there is no such file that they may read */
async function mediaOf({ db }: Services, actor: UserActor, hash: string, wished: string | null | undefined) {
  const file = await findMediaFile(db, actor, hash)
  if (!file) throw new AppError('ERR_NO_MEDIA_FOUND')
  const [known] = await db.orm
    .select({ name: messages.mediaName })
    .from(messages)
    .where(and(readableScope(messages, actor), eq(messages.mediaHash, hash), isNotNull(messages.mediaName)))
    .orderBy(desc(messages.createdAt))
    .limit(1)
  return { hash, ...file, name: wished ?? known?.name ?? `file${extensionOf(file.mime)}` }
}

/** Where the type's name is one. */
const extensionOf = (mime: string) => (/^[\w-]+\/([a-z0-9]{2,5})$/.exec(mime)?.[1] ?? '').replace(/^./, '.$&')

const formTexts = v.object({ body: v.optional(v.array(v.pipe(v.string(), v.maxLength(maxBodyLength))), []) })

async function partsOfForm(services: Services, actor: UserActor, form: ReceivedForm): Promise<Part[]> {
  const { medias = [], ...otherFiles } = form.files
  const { body, fromMe: _fromMe, read: _read, ...otherTexts } = form.texts
  const [stranger] = Object.keys({ ...otherFiles, ...otherTexts })
  if (stranger !== undefined) throw invalid(stranger, 'Unknown')
  const files = medias.filter(({ size }) => size > 0)
  if (files.length === 0) throw invalid('medias', 'Required')
  const names = files.map(({ name }) => name)
  const captions = captionsOf(names, parseArgs(formTexts, { body }).body)
  const parts: Part[] = []
  for (const [n, file] of files.entries()) parts.push(...(await partsOfFile(services, actor, file, captions[n] ?? '')))
  return parts
}

async function partsOfFile(services: Services, actor: UserActor, file: ReceivedFile, caption: string): Promise<Part[]> {
  const stored = await storeFile(services, actor, file)
  const media = { hash: stored.mediaHash, mime: stored.mediaMime, name: stored.mediaName, size: stored.mediaSize }
  return captioned(caption, [stored]).map(({ body, file: own }) => ({ body, ...(own && { media }) }))
}

const invalid = (field: string, problem: string) => new AppError('ERR_VALIDATION', { fields: { [field]: [problem] } })
