// What bodies of the specification say otherwise than the mutations' arguments, once for each route: names and forms that are translated, and
// fields that are taken and change nothing. Beside what stands here a row's other fields, as GET answers them, may come back (their list is
// the row's answer schema); `companyId` among them only as the session's own. Everything else is refused: arguments of mutations stay strict.
import type { UserActor } from 'db/kit/actor.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { presetColorAt } from 'db/kit/preset-colors.ts'
import { isTextField } from 'db/campaigns/rules.ts'
import { readLocalInstant } from 'db/companies/local-instant.ts'
import { companies } from 'db/companies/table.ts'
import type { FileListOption } from 'db/file-lists/options.ts'
import { noStoredFile } from 'db/media/media-args.ts'
import type { Database } from 'db/node/connect.ts'
import { queues, syncedQueues } from 'db/queues/table.ts'
import { syncedTags, tags } from 'db/tags/table.ts'
import { and, eq, max } from 'drizzle-orm'
import * as v from 'valibot'
import { daySchedules, hoursOf, schedulesOf } from '../day-schedules.ts'
import { isBody, looseValues, type Body } from './loose-values.ts'
import { resources } from '../resources.ts'

interface Specified {
  /** Taken, and without effect. */
  ignored?: readonly string[]
  /** The specification's names and forms → the arguments'. */
  translate?(body: Body, of: Of): Body | Promise<Body>
}

interface Of {
  db: Database
  actor: UserActor
  /** The row that is changed; null: a new one. */
  id: string | null
}

const specified: Readonly<Record<string, Specified>> = {
  '/contacts': { translate: contactBody },
  '/queue': { translate: queueBody },
  '/queue-options': {
    translate: ({ parentId, ...body }) => ({ ...body, ...(parentId !== undefined && topOf(parentId)) }),
  },
  '/tags': { translate: tagBody },
  '/tags/sync': { translate: ({ tags: of, ...body }) => ({ ...body, tags: Array.isArray(of) ? of.map(idOf) : of }) },
  '/schedules': { translate: scheduleBody },
  '/chats': { translate: chatBody },
  '/files': { translate: fileListBody },
  '/campaigns': { translate: campaignBody },
  '/whatsapp': { ignored: ['session'], translate: connectionBody },
}

/**
 * A body as the arguments that it means. `path` is the collection's; `entries` are what may be written.
 * @throws AppError ERR_VALIDATION
 */
export async function translateBody(path: string, entries: v.ObjectEntries, body: unknown, of: Of): Promise<unknown> {
  if (!isBody(body)) return body
  const { ignored = [], translate } = specified[path] ?? {}
  const row = Object.keys(resources.get(path)?.answer.entries ?? {})
  const known = of.id === null ? body : withoutNoFile(body)
  const translated = translate ? await translate(known, of) : known
  return plainBody(entries, translated, of.actor, [...ignored, ...row])
}

/** A row that was read before its file was uploaded says that it has none: files are taken away by DELETE …/media-upload. */
function withoutNoFile(row: Body): Body {
  if (row['mediaHash'] !== null) return row
  const { mediaHash: _hash, mediaName: _name, mediaMime: _mime, mediaSize: _size, ...rest } = row
  return rest
}

/** Without what is taken and not written, and its values as their schemas want them. */
export function plainBody(entries: v.ObjectEntries, body: Body, actor: UserActor, ignored: readonly string[]): Body {
  const { companyId } = body
  if (ignored.includes('companyId') && !isEmpty(companyId) && companyId !== actor.companyId) {
    throw invalid('companyId', 'Not yours')
  }
  const kept = Object.entries(body).filter(([key]) => Object.hasOwn(entries, key) || !ignored.includes(key))
  return looseValues(entries, Object.fromEntries(kept))
}

const invalid = (field: string, problem: string) => new AppError('ERR_VALIDATION', { fields: { [field]: [problem] } })

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || value === false

/** A contact may have no number yet (WhatsApp told none): sent back as it was read, it stays so. */
function contactBody({ extraInfo, number, email, ...body }: Body): Body {
  return {
    ...body,
    ...(number !== undefined && number !== null && { number }),
    ...(email !== undefined && { email: email ?? '' }),
    ...(extraInfo !== undefined && {
      extraInfo: Array.isArray(extraInfo) ? extraInfo.flatMap(infoOf) : (extraInfo ?? []),
    }),
  }
}

/** Without its id; a line of the form that nobody filled in is none. */
function infoOf(row: unknown): unknown[] {
  if (!isBody(row)) return [row]
  const { id: _id, ...info } = row
  return isEmpty(info['name']) && isEmpty(info['value']) ? [] : [info]
}

async function queueBody({ schedules, color, orderQueue, ...body }: Body, of: Of): Promise<Body> {
  const order = isEmpty(orderQueue) ? undefined : orderQueue
  return {
    ...(of.id === null && { greetingMessage: '' }),
    ...body,
    ...(color !== undefined && { color: hexColor(color) }),
    ...(order !== undefined && { orderQueue: order }),
    ...(order === undefined && of.id === null && { orderQueue: await nextOrder(of) }),
    ...(!isEmpty(schedules) && (await hoursToWrite(schedules, of))),
  }
}

async function nextOrder({ db, actor }: Of) {
  const [last] = await db.orm
    .select({ order: max(queues.orderQueue) })
    .from(queues)
    .where(syncedQueues.scope(actor))
  return Math.min((last?.order ?? 0) + 1, 9999)
}

/** Hours only where the list says others than the queue has: it may have come back as it was read, beside `hours`. Holidays stay. */
async function hoursToWrite(schedules: unknown, { db, actor, id }: Of) {
  const [before] =
    id === null
      ? []
      : await db.orm
          .select({ hours: queues.hours })
          .from(queues)
          .where(and(syncedQueues.scope(actor), eq(queues.id, id)))
  const wished = parseArgs(v.object({ schedules: daySchedules }), { schedules }).schedules
  const hours = hoursOf(wished, before?.hours?.holidays ?? [])
  const isSame = JSON.stringify(schedulesOf(hours)) === JSON.stringify(schedulesOf(before?.hours ?? null))
  return isSame ? {} : { hours }
}

/** With or without '#'; how transparent it is means nothing. */
function hexColor(text: unknown) {
  const [, digits] =
    (typeof text === 'string' && /^#?([0-9a-f]{6}|[0-9a-f]{3})(?:[0-9a-f]{2})?$/i.exec(text.trim())) || []
  return digits === undefined ? text : `#${digits}`
}

/** -1: at the top of the tree. */
const topOf = (parentId: unknown) => ({ parentId: parentId === -1 || parentId === '-1' ? null : parentId })

/** A new one that says no colour gets one that fits. */
async function tagBody({ color, ...body }: Body, { db, actor, id }: Of): Promise<Body> {
  if (!isEmpty(color)) return { ...body, color: hexColor(color) }
  return id === null ? { ...body, color: presetColorAt(await db.orm.$count(tags, syncedTags.scope(actor))) } : body
}

/** Members by their ids, as people, or as GET shows them. */
function chatBody({ users, ...body }: Body): Body {
  const memberId = (user: unknown) => (isBody(user) ? (user['userId'] ?? user['id']) : user)
  return { ...body, ...(users !== undefined && { userIds: Array.isArray(users) ? users.map(memberId) : users }) }
}

const idOf = (tag: unknown) => (isBody(tag) ? tag['id'] : tag)

async function scheduleBody({ sendAt, whatsappId, ...body }: Body, of: Of): Promise<Body> {
  return {
    ...body,
    ...(whatsappId !== undefined && { connectionId: isEmpty(whatsappId) ? null : whatsappId }),
    ...(sendAt !== undefined && { sendAt: await aheadOf('sendAt', sendAt, of) }),
  }
}

/** As `instantOf`. Who calls now can't mean what is past; a device may have meant it when it wrote. @throws AppError ERR_VALIDATION */
async function aheadOf(field: string, typed: unknown, of: Of): Promise<unknown> {
  const instant = await instantOf(typed, of)
  if (typeof instant === 'string' && Date.parse(instant) < Date.now()) throw invalid(field, 'In the past')
  return instant
}

/** A time without a zone is the company's. */
async function instantOf(typed: unknown, { db, actor }: Of): Promise<unknown> {
  if (typeof typed !== 'string') return typed
  const [company] = await db.orm
    .select({ timeZone: companies.timeZone })
    .from(companies)
    .where(eq(companies.id, actor.companyId))
  return readLocalInstant(typed, company?.timeZone ?? 'UTC')?.toISOString() ?? typed
}

/** Its choices by the specification's names; a choice or time that is blank is none, a text that is null blank. */
async function campaignBody(body: Body, of: Of): Promise<Body> {
  const { whatsappId, tagListId, contactListId, fileListId, scheduledAt, ...rest } = body
  const chosen = { connectionId: whatsappId, tagId: tagListId, contactListId, fileListId }
  const choices = Object.entries(chosen).filter(([, id]) => id !== undefined)
  const texts = Object.keys(rest).filter((field) => isTextField(field) && rest[field] === null)
  return {
    ...rest,
    ...Object.fromEntries(choices.map(([field, id]) => [field, isEmpty(id) ? null : id])),
    ...Object.fromEntries(texts.map((field) => [field, ''])),
    ...(scheduledAt !== undefined && {
      scheduledAt: isEmpty(scheduledAt) ? null : await aheadOf('scheduledAt', scheduledAt, of),
    }),
  }
}

/** Options as the specification's form has them, by name: their files come by /files/uploadList, and stay where an option does. */
async function fileListBody({ options, ...body }: Body, { db, actor, id }: Of): Promise<Body> {
  if (!Array.isArray(options)) return isEmpty(options) ? body : { ...body, options }
  const list = id === null ? { options: [] } : await resources.get('/files')?.read(db, actor, id)
  const { options: before } = list as { options: FileListOption[] }
  return { ...body, options: options.map((option) => optionOf(option, before)) }
}

function optionOf(option: unknown, before: readonly FileListOption[]): unknown {
  if (!isBody(option)) return option
  const { id, path: _path, mediaType: _type, file: _file, ...given } = option
  const known = before.find((each) => each.id === id)
  const { mediaHash, mediaName, mediaMime, mediaSize } = known ?? noStoredFile
  return { id: isEmpty(id) ? newId() : id, mediaHash, mediaName, mediaMime, mediaSize, ...withoutNoFile(given) }
}

/** The external API's token is made here, and seen once. */
function connectionBody({ token, ...body }: Body): Body {
  if (!isEmpty(token)) throw invalid('token', 'Made by POST /whatsapp/:id/token')
  return body
}
