// Loops over the registries: what must hold of every mutation, every route and every shape, also of those to come.
import { getTableName } from 'drizzle-orm'
import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { fileLists } from 'db/file-lists/table.ts'
import { helps } from 'db/helps/table.ts'
import { mediaFiles } from 'db/media/table.ts'
import { quickMessages } from 'db/quick-messages/table.ts'
import { schedules } from 'db/schedules/table.ts'
import { tags } from 'db/tags/table.ts'
import { ticketNotes } from 'db/tickets/notes-table.ts'
import { mutations, type MutationName } from 'db/mutations.ts'
import { testCompany, type TestCompany } from 'db/node/test-world.ts'
import { shapes } from 'db/tables.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { shapeDefinition } from './shape-where.ts'

interface World {
  company: TestCompany
  queueId: string
  otherQueueId: string
  queueOptionId: string
  ticketId: string
  messageId: string
  contactId: string
  tagId: string
  noteId: string
  quickMessageId: string
  scheduleId: string
  otherContactId: string
  fileListId: string
  helpId: string
  admin: UserActor & { email: string }
  ofQueue: UserActor & { email: string }
  ofOtherQueue: UserActor & { email: string }
}

let api: TestApi
let ours: World
let theirs: World
/** Of somebody who keeps what is everybody's. */
let superEmail: string
beforeAll(async () => {
  api = await startTestApi()
  ours = await world()
  theirs = await world()
  const operator = await ours.company.user('admin')
  superEmail = operator.email
  await api.db.sql`update users set super = true where id = ${operator.userId}`
})
afterAll(() => api.stop())

const tomorrow = new Date(Date.now() + 86_400_000)

async function world(): Promise<World> {
  const company = await testCompany(api.db)
  const queueId = await company.queue('Vendas')
  const otherQueueId = await company.queue('Financeiro')
  const contactId = await company.contact('Cliente')
  const admin = await company.user('admin')
  const ticketId = await company.ticket({ contactId, queueId, status: 'open', userId: admin.userId })
  const messageId = await company.message(ticketId, { contactId, queueId })
  const ofQueue = await company.user('user', [queueId])
  const own = { companyId: company.id, createdAt: new Date(), updatedAt: new Date() }
  const [tagId, noteId, quickMessageId] = [newId(), newId(), newId()]
  await api.db.orm.insert(tags).values({ ...own, id: tagId, name: 'Urgente', color: '#ff0000', kanban: true })
  await api.db.orm
    .insert(ticketNotes)
    .values({ ...own, id: noteId, ticketId, contactId, queueId, userId: admin.userId, note: 'Ligar', archived: false })
  const quick = { id: quickMessageId, userId: admin.userId, shortcode: 'oi', message: 'Olá', geral: false }
  await api.db.orm.insert(quickMessages).values({ ...own, ...quick })
  const [fileListId, helpId, otherContactId] = [newId(), newId(), await company.contact('Outra')]
  await api.db.orm
    .insert(fileLists)
    .values({ ...own, id: fileListId, userId: admin.userId, name: 'Catálogos', message: 'Segue' })
  const scheduleId = newId()
  const schedule = { id: scheduleId, userId: admin.userId, contactId, body: 'Seu bolo está pronto', sendAt: tomorrow }
  await api.db.orm.insert(schedules).values({ ...own, ...schedule, status: 'PENDENTE' })
  const { createdAt, updatedAt } = own
  const help = { title: `Passos ${helpId}`, description: '', video: 'dQw4w9WgXcQ' }
  await api.db.orm.insert(helps).values({ id: helpId, createdAt, updatedAt, ...help })
  return {
    company,
    fileListId,
    helpId,
    otherContactId,
    queueId,
    otherQueueId,
    queueOptionId: await company.queueOption(queueId),
    ticketId,
    messageId,
    contactId,
    tagId,
    noteId,
    quickMessageId,
    scheduleId,
    admin,
    ofQueue,
    ofOtherQueue: await company.user('user', [otherQueueId]),
  }
}

/** Valid arguments against `of`; a new mutation must be added here, or its contract is not tested. */
const argsFor: Record<MutationName, (of: World) => object> = {
  'ticket.accept': (of) => ({ id: of.ticketId }),
  'ticket.return': (of) => ({ id: of.ticketId }),
  'ticket.close': (of) => ({ id: of.ticketId }),
  'ticket.reopen': (of) => ({ id: of.ticketId }),
  'ticket.transfer': (of) => ({ id: of.ticketId, queueId: of.queueId }),
  'ticket.markRead': (of) => ({ id: of.ticketId }),
  'ticket.create': (of) => ({
    id: newId(),
    contactId: of.contactId,
    connectionId: of.company.connectionId,
    queueId: of.queueId,
  }),
  'ticket.delete': (of) => ({ id: of.ticketId }),
  'ticketNote.create': (of) => ({ id: newId(), ticketId: of.ticketId, note: 'Ligar amanhã' }),
  'ticketNote.delete': (of) => ({ id: of.noteId }),
  'ticketTag.add': (of) => ({ ticketId: of.ticketId, tagId: of.tagId }),
  'ticketTag.remove': (of) => ({ ticketId: of.ticketId, tagId: of.tagId }),
  'ticketTag.sync': (of) => ({ ticketId: of.ticketId, tags: [of.tagId] }),
  'ticketTag.clearLanes': (of) => ({ ticketId: of.ticketId }),
  'tag.create': () => ({ id: newId(), name: 'Retorno', color: '#00ff00' }),
  'tag.update': (of) => ({ id: of.tagId, changes: { kanban: { from: true, to: false } } }),
  'tag.delete': (of) => ({ id: of.tagId }),
  'contact.create': () => ({ id: newId(), name: 'Maria', number: '11 98765-4321' }),
  'contact.update': (of) => ({ id: of.contactId, changes: { email: { from: '', to: 'maria@loja.example' } } }),
  'contact.delete': (of) => ({ id: of.contactId }),
  'contact.merge': (of) => ({ id: of.contactId, otherId: of.otherContactId }),
  'fileList.create': () => ({ id: newId(), name: 'Tabelas', message: 'Segue a tabela' }),
  'fileList.update': (of) => ({ id: of.fileListId, changes: { name: { from: 'Catálogos', to: 'Tabelas' } } }),
  'fileList.delete': (of) => ({ id: of.fileListId }),
  'help.create': () => ({ id: newId(), title: 'Filas', video: 'dQw4w9WgXcQ' }),
  'help.update': (of) => ({ id: of.helpId, changes: { description: { from: '', to: 'Como começar' } } }),
  'help.delete': (of) => ({ id: of.helpId }),
  'quickMessage.create': () => ({ id: newId(), shortcode: 'bomdia', message: 'Bom dia!' }),
  'quickMessage.update': (of) => ({ id: of.quickMessageId, changes: { message: { from: 'Olá', to: 'Oi' } } }),
  'quickMessage.delete': (of) => ({ id: of.quickMessageId }),
  'schedule.create': (of) => ({
    id: newId(),
    contactId: of.contactId,
    body: 'Bom dia, {{name}}',
    sendAt: tomorrow.toISOString(),
  }),
  'schedule.update': (of) => ({
    id: of.scheduleId,
    changes: { body: { from: 'Seu bolo está pronto', to: 'Seu pão está pronto' } },
  }),
  'schedule.delete': (of) => ({ id: of.scheduleId }),
  'user.create': (of) => ({
    id: newId(),
    name: 'Pessoa nova',
    email: `${newId()}@empresa.example`,
    queueIds: [of.queueId],
    connectionId: of.company.connectionId,
  }),
  'user.update': (of) => ({ id: of.ofQueue.userId, changes: { allTicket: { from: false, to: true } } }),
  'user.delete': (of) => ({ id: of.ofQueue.userId }),
  'message.send': (of) => ({ id: newId(), ticketId: of.ticketId, body: 'oi' }),
  'message.forward': (of) => ({ id: newId(), messageId: of.messageId, ticketId: of.ticketId }),
  'message.react': (of) => ({ id: of.messageId, emoji: '👍' }),
  'message.edit': (of) => ({ id: of.messageId, body: 'Bom dia' }),
  'message.delete': (of) => ({ id: of.messageId }),
  'queue.create': () => ({
    id: newId(),
    name: 'Suporte',
    color: '#abcdef',
    orderQueue: 3,
    greetingMessage: '',
  }),
  'queue.update': (of) => ({ id: of.queueId, changes: { name: { from: 'Vendas', to: 'Loja' } } }),
  'queue.delete': (of) => ({ id: of.queueId }),
  'queueOption.create': (of) => ({ id: newId(), queueId: of.queueId, title: 'Preços', message: '', option: 1 }),
  'queueOption.update': (of) => ({ id: of.queueOptionId, changes: { title: { from: 'Preços', to: 'Valores' } } }),
  'queueOption.delete': (of) => ({ id: of.queueOptionId }),
  'settings.update': (of) => ({ id: of.company.id, changes: { userRating: { from: 'disabled', to: 'enabled' } } }),
  'company.update': (of) => ({ id: of.company.id, changes: { archiveAfterDays: { from: 14, to: 30 } } }),
  'connection.create': () => ({ id: newId(), name: 'Nova conexão' }),
  'connection.update': (of) => ({
    id: of.company.connectionId,
    changes: { queueIds: { to: [of.queueId] }, sendIdQueue: { to: of.queueId } },
  }),
  'connection.delete': (of) => ({ id: of.company.connectionId }),
  'connection.relink': (of) => ({ id: of.company.connectionId }),
  'connection.start': (of) => ({ id: of.company.connectionId }),
  'connection.disconnect': (of) => ({ id: of.company.connectionId }),
  'contact.importFromPhone': (of) => ({ id: newId(), connectionId: of.company.connectionId }),
  'notificationSettings.update': () => ({ showText: false }),
  'user.updateProfile': () => ({ changes: { name: { to: 'Ana Souza' } } }),
}

/** They name no existing row, so there is nothing of another company to reach. */
const namesNoRow = new Set<string>([
  'connection.create',
  'contact.create',
  'fileList.create',
  // They are of no company: whoever may not keep them is refused, see below.
  'help.create',
  'help.update',
  'help.delete',
  'notificationSettings.update',
  'queue.create',
  'quickMessage.create',
  'tag.create',
  'user.updateProfile',
])
/** What every attendant does for the whole company. */
const shared = new Set<string>([
  'contact.create',
  'contact.update',
  'tag.create',
  'quickMessage.create',
  'schedule.create',
])
/** What everybody may do, because it changes only what is their own. */
const ownOnly = new Set<string>(['notificationSettings.update', 'user.updateProfile'])

/** One login a person: the number of logins from an address is limited. */
const tokens = new Map<string, Promise<string>>()
function tokenOf(email: string) {
  const token = tokens.get(email) ?? api.login(email)
  tokens.set(email, token)
  return token
}

const push = async (token: string, name: string, args: object, id = newId()) => {
  const { body } = await api.request('POST', '/mutations', { token, body: { mutations: [{ id, name, args }] } })
  return (body['results'] as { status: string; code?: string }[])[0]
}

/** Everything that a mutation could change, as text. What is secret is changed past mutations. */
const everything = async () => {
  const columns = [...shapes.values()].map((synced) => [synced.table, synced.columns.join(', ')] as const)
  const all = columns.map(
    ([table, names]) => `(select json_agg(t order by id) from (select ${names} from ${getTableName(table)}) t)`,
  )
  const actions = '(select json_agg(a order by id) from message_actions a)'
  return JSON.stringify(await api.db.sql.unsafe(`select ${[...all, actions].join(', ')}`))
}

type Args = Record<string, unknown>

/** With what a row has and nobody may say of it, beside the arguments and among the changes. */
function unaskedFor(name: string, args: object): Args[] {
  const known = mutations.get(name)?.args.entries ?? {}
  const forged = { companyId: theirs.company.id, userId: theirs.admin.userId, super: true, createdAt: new Date(0) }
  return Object.entries(forged)
    .filter(([key]) => !(key in known))
    .flatMap(([key, to]) => {
      const { changes } = args as { changes?: object }
      const inChanges = changes && 'changes' in known ? [{ ...args, changes: { ...changes, [key]: { to } } }] : []
      return [{ ...args, [key]: to }, ...inChanges]
    })
}

/** Each text of the arguments in turn as long as a megabyte. */
function hugeArgs(args: object): Args[] {
  const huge = 'x'.repeat(1024 * 1024)
  return Object.entries(args).flatMap(([key, value]): Args[] => {
    if (typeof value === 'string') return [{ ...args, [key]: huge }]
    if (key !== 'changes') return []
    return Object.entries(value as Record<string, { to: unknown }>)
      .filter(([, { to }]) => typeof to === 'string')
      .map(([field]) => ({ ...args, changes: { [field]: { to: huge } } }))
  })
}

describe.each(Object.entries(argsFor))('%s', (name, args) => {
  test('another company’s ids are not found and nothing changes', async () => {
    if (namesNoRow.has(name)) return
    const token = await tokenOf(ours.admin.email)
    const before = await everything()
    expect(await push(token, name, args(theirs))).toMatchObject({
      status: 'rejected',
      code: expect.stringMatching(/^ERR_(NO_\w+|NOT)_FOUND$/),
    })
    expect(await everything()).toBe(before)
  })

  test('an attendant of another queue is refused', async () => {
    if (ownOnly.has(name) || shared.has(name)) return
    const token = await tokenOf(ours.ofOtherQueue.email)
    const before = await everything()
    expect(await push(token, name, args(ours))).toMatchObject({
      status: 'rejected',
      code: expect.stringMatching(/^ERR_(NO_TICKET_FOUND|NO_MESSAGE_FOUND|NO_PERMISSION|NOT_FOUND)$/),
    })
    expect(await everything()).toBe(before)
  })

  test('unknown and missing arguments are refused', async () => {
    const token = await tokenOf(name.startsWith('help.') ? superEmail : ours.admin.email)
    const before = await everything()
    for (const extra of unaskedFor(name, args(ours))) {
      expect(await push(token, name, extra)).toMatchObject({ status: 'rejected', code: 'ERR_VALIDATION' })
    }
    expect(await push(token, name, {})).toMatchObject({ status: 'rejected', code: 'ERR_VALIDATION' })
    expect(await everything()).toBe(before)
  })

  test('no text may be as long as it likes', async () => {
    const token = await tokenOf(name.startsWith('help.') ? superEmail : ours.admin.email)
    const before = await everything()
    for (const huge of hugeArgs(args(ours))) {
      expect(await push(token, name, huge)).toMatchObject({ status: 'rejected', code: 'ERR_VALIDATION' })
    }
    expect(await everything()).toBe(before)
  })

  test('without a session nothing is answered', async () => {
    const body = { mutations: [{ id: newId(), name, args: args(ours) }] }
    expect(await api.request('POST', '/mutations', { body })).toMatchObject({ status: 401 })
  })
})

test('a file of another company is not found', async () => {
  const hash = 'ab'.repeat(32)
  const file = { companyId: theirs.company.id, hash, size: 1, mime: 'image/png', createdAt: new Date() }
  await api.db.orm.insert(mediaFiles).values(file)
  const token = await tokenOf(ours.admin.email)
  const before = await everything()
  const media = { hash, mime: 'image/png', name: 'foto.png', size: 1 }
  const args = { id: newId(), ticketId: ours.ticketId, body: '', media }
  expect(await push(token, 'message.send', args)).toMatchObject({ status: 'rejected', code: 'ERR_NO_MEDIA_FOUND' })
  expect(await everything()).toBe(before)
})

test('the contract covers every mutation', () => {
  expect(Object.keys(argsFor).toSorted()).toEqual([...mutations.keys()].toSorted())
})

test('a mutation id of somebody else is refused, not taken as done', async () => {
  const id = newId()
  const own = await tokenOf(ours.admin.email)
  await push(own, 'ticket.markRead', { id: ours.ticketId }, id)
  const other = await tokenOf(theirs.admin.email)
  expect(await push(other, 'ticket.markRead', { id: theirs.ticketId }, id)).toMatchObject({ code: 'ERR_DUPLICATED_ID' })
})

/** Of no company, and everybody's to read. */
const ofEverybody = new Set(['helps'])

describe.each([...shapes])('shape %s', (_name, synced) => {
  test('selects only rows of the actor’s company', async () => {
    if (ofEverybody.has(synced.name)) return
    for (const actor of [ours.admin, ours.ofQueue, ours.ofOtherQueue]) {
      const { table, where, params } = shapeDefinition(synced, actor)
      const owner = table === 'companies' ? 'id' : 'company_id'
      const rows = await api.db.sql.unsafe(`select ${owner} as owner from ${table} where ${where}`, [...params])
      expect(new Set(rows.map((row) => row['owner'])).size).toBeLessThanOrEqual(1)
      for (const row of rows) expect(row['owner']).toBe(ours.company.id)
    }
  })

  test('has no secret column', () => {
    // A file's hash is its name: it opens nothing without a session of the company.
    const files = ['media_hash', 'thumbnail_hash', 'picture_hash']
    // Four characters of many: to tell one token from another.
    const known = [...files, 'token_hint']
    const secret = (column: string) => /password|token|secret|hash/.test(column) && !known.includes(column)
    expect(synced.columns.filter(secret)).toEqual([])
  })
})

test('what is everybody’s is kept by the operator’s super users alone', async () => {
  for (const name of ['help.create', 'help.update', 'help.delete'] as const) {
    const before = await everything()
    const token = await tokenOf(ours.admin.email)
    expect(await push(token, name, argsFor[name](ours))).toMatchObject({ code: 'ERR_NO_PERMISSION' })
    expect(await everything()).toBe(before)
  }
})

test('tickets and messages of a queue reach its attendants and admins only', async () => {
  const seen = async (name: string, actor: UserActor) => {
    const synced = shapes.get(name)
    if (!synced) throw new Error(name)
    const { table, where, params } = shapeDefinition(synced, actor)
    return (await api.db.sql.unsafe(`select id from ${table} where ${where}`, [...params])).length
  }
  for (const name of ['tickets', 'messages']) {
    expect(await seen(name, ours.ofQueue)).toBe(1)
    expect(await seen(name, ours.admin)).toBe(1)
    expect(await seen(name, ours.ofOtherQueue)).toBe(0)
  }
})

const ofOnePerson = new Set(['applied_mutations', 'notification_settings'])
/** Own ones, and everybody's or all for who may see them. */
const ownAndShared = new Set(['quick_messages', 'schedules'])

test('attendants with the same queues share one shape, whatever order they are in', async () => {
  const both = [ours.queueId, ours.otherQueueId]
  const one = { ...ours.ofQueue, queueIds: both }
  const two = { ...ours.ofOtherQueue, queueIds: both.toReversed() }
  for (const [name, synced] of shapes) {
    if (ofOnePerson.has(name) || ownAndShared.has(name)) continue
    expect(shapeDefinition(synced, one)).toEqual(shapeDefinition(synced, two))
  }
})

test('a person’s own rows reach nobody else', async () => {
  const token = await tokenOf(ours.ofQueue.email)
  expect(await push(token, 'notificationSettings.update', { showText: false })).toMatchObject({ status: 'applied' })
  for (const name of ofOnePerson) {
    const synced = shapes.get(name)
    if (!synced) throw new Error(name)
    for (const actor of [ours.admin, ours.ofOtherQueue, theirs.admin]) {
      const { table, where, params } = shapeDefinition(synced, actor)
      const rows = await api.db.sql.unsafe(`select * from ${table} where ${where}`, [...params])
      expect(rows.filter((row) => row['id'] === ours.ofQueue.userId || row['user_id'] === ours.ofQueue.userId)).toEqual(
        [],
      )
    }
  }
})
