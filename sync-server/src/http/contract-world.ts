// Two companies are made of this for the contract: one of everything in each, and for each mutation arguments that it takes.
import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { runMutation } from 'db/kit/define-mutation.ts'
import type { ExampleId } from 'db/kit/define-query.ts'
import type { MutationName } from 'db/mutations.ts'
import type { Database } from 'db/node/connect.ts'
import { runFor, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { createConnection } from 'db/connections/mutations.ts'
import { resources, type ResourceMutation, type ResourceNoun } from 'db/resources.ts'
import { ticketEvents } from 'db/tickets/events-table.ts'
import { sendChatMessage } from 'db/chats/send-message.ts'
import { ticketNotes } from 'db/tickets/notes-table.ts'
import { noEffects } from 'db/kit/effects.ts'

/** A row of each resource: `tagId`, `contactId`, … */
type ResourceIds = { [Noun in ResourceNoun as `${Noun}Id`]: string }

export interface World extends ResourceIds {
  company: TestCompany
  otherQueueId: string
  otherContactId: string
  /** Beside the company's first one, which is the default. */
  otherConnectionId: string
  ticketId: string
  messageId: string
  /** Said by a colleague in a chat that the admin made. */
  chatMessageId: string
  noteId: string
  admin: UserActor & { email: string }
  ofQueue: UserActor & { email: string }
  ofOtherQueue: UserActor & { email: string }
}

export async function world(db: Database): Promise<World> {
  const company = await testCompany(db)
  const queueId = await company.queue('Vendas')
  const otherQueueId = await company.queue('Financeiro')
  const contactId = await company.contact('Cliente')
  const admin = await company.user('admin')
  const ticketId = await company.ticket({ contactId, queueId, status: 'open', userId: admin.userId })
  const messageId = await company.message(ticketId, { contactId, queueId })
  const ofQueue = await company.user('user', [queueId])
  const own = { companyId: company.id, createdAt: new Date(), updatedAt: new Date() }
  const noteId = newId()
  await db.orm
    .insert(ticketNotes)
    .values({ ...own, id: noteId, ticketId, contactId, queueId, userId: admin.userId, note: 'Ligar', archived: false })
  const event = { ...own, ticketId, queueId, userId: admin.userId, note: 'Ligar', archived: false }
  await db.orm.insert(ticketEvents).values({ ...event, id: newId(), kind: 'transferred', toQueueId: queueId })
  const before = {
    contactId,
    queueId,
    queueOptionId: await company.queueOption(queueId),
    userId: ofQueue.userId,
    connectionId: company.connectionId,
  }
  const resourceIds = await addResources(db, admin, before)
  const otherConnectionId = newId()
  await runFor(db, admin, createConnection, { id: otherConnectionId, name: 'Filial do centro' })
  const chatMessageId = newId()
  const said = { id: chatMessageId, chatId: resourceIds.chatId, body: 'Alguém viu a chave da padaria?' }
  await runFor(db, ofQueue, sendChatMessage, said)
  return {
    ...resourceIds,
    chatMessageId,
    company,
    otherConnectionId,
    otherContactId: await company.contact('Outra'),
    otherQueueId,
    ticketId,
    messageId,
    noteId,
    admin,
    ofQueue,
    ofOtherQueue: await company.user('user', [otherQueueId]),
  }
}

/** Makes a row of each resource that has none yet, from its first example, as somebody who may; resolves with the ids. */
async function addResources(db: Database, admin: UserActor, before: Partial<ResourceIds>): Promise<ResourceIds> {
  const ids: Record<string, string> = { ...before }
  for (const { noun, mutations, example } of resources) {
    const [create] = mutations
    if (ids[`${noun}Id`] !== undefined || !create) continue
    const id = newId()
    const { one } = example({ of: (other) => ids[`${other}Id`] ?? '', word: id.slice(-12) })
    const ctx = { actor: { ...admin, super: true }, now: new Date(), side: 'server' as const, effects: noEffects }
    await db.orm.transaction((tx) => runMutation(tx, create, { id, ...one }, ctx))
    ids[`${noun}Id`] = id
  }
  return ids as ResourceIds
}

/** The id of something of it, by its noun. */
export const idIn =
  (of: World): ExampleId =>
  (noun) => {
    const ids: Readonly<Record<string, unknown>> = { ...of, userId: of.admin.userId, contactImportId: of.contactId }
    const id = ids[`${noun}Id`]
    if (typeof id !== 'string') throw new Error(`the contract's world has no ${noun}`)
    return id
  }

type ArgsOf = (of: World) => object

/** Valid arguments against `of`; a new mutation must be added here, or its contract is not tested. */
const ownArgs: Record<Exclude<MutationName, ResourceMutation['name']>, ArgsOf> = {
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
  'ticketNote.see': (of) => ({ id: of.noteId }),
  'ticketTag.add': (of) => ({ ticketId: of.ticketId, tagId: of.tagId }),
  'ticketTag.remove': (of) => ({ ticketId: of.ticketId, tagId: of.tagId }),
  'ticketTag.sync': (of) => ({ ticketId: of.ticketId, tags: [of.tagId] }),
  'announcement.see': () => ({ until: '2026-01-01T00:00:00.000Z' }),
  'ticketTag.move': (of) => ({ ticketId: of.ticketId, tagId: null }),
  'ticketTag.clearLanes': (of) => ({ ticketId: of.ticketId }),
  'chat.leave': (of) => ({ id: of.chatId }),
  'chat.read': (of) => ({ id: of.chatId, until: '2026-01-01T00:00:00.000Z' }),
  'chatMessage.send': (of) => ({ id: newId(), chatId: of.chatId, body: 'Está comigo' }),
  'contact.merge': (of) => ({ id: of.contactId, otherId: of.otherContactId }),
  'message.send': (of) => ({ id: newId(), ticketId: of.ticketId, body: 'oi' }),
  'message.forward': (of) => ({ id: newId(), messageId: of.messageId, ticketId: of.ticketId }),
  'message.react': (of) => ({ id: of.messageId, emoji: '👍' }),
  'message.edit': (of) => ({ id: of.messageId, body: 'Bom dia' }),
  'message.delete': (of) => ({ id: of.messageId }),
  'settings.update': (of) => ({ id: of.company.id, changes: { userRating: { from: 'disabled', to: 'enabled' } } }),
  'campaignSettings.update': (of) => ({ id: of.company.id, changes: { messageInterval: { from: 20, to: 10 } } }),
  'company.update': (of) => ({ id: of.company.id, changes: { archiveAfterDays: { from: 14, to: 30 } } }),
  'connection.relink': (of) => ({ id: of.company.connectionId }),
  'connection.start': (of) => ({ id: of.company.connectionId }),
  'connection.disconnect': (of) => ({ id: of.company.connectionId }),
  'contact.importFromPhone': (of) => ({ id: newId(), connectionId: of.company.connectionId }),
  'notificationSettings.update': () => ({ showText: false }),
  'user.updateProfile': () => ({ changes: { name: { to: 'Ana Souza' } } }),
}

const argsOfResources = resources.flatMap(({ noun, example }): [string, ArgsOf][] => {
  const given = (of: World) => example({ of: idIn(of), word: newId().slice(-12) })
  const id = (of: World) => of[`${noun}Id`]
  const changes = (of: World) => Object.entries(given(of).change).map(([key, to]) => [key, { to }] as const)
  return [
    [`${noun}.create`, (of) => ({ id: newId(), ...given(of).another })],
    [`${noun}.update`, (of) => ({ id: id(of), changes: Object.fromEntries(changes(of)) })],
    [`${noun}.delete`, (of) => ({ id: id(of) })],
  ]
})

/** Where an id alone does not say enough. */
const fullArgs: Partial<Record<MutationName, ArgsOf>> = {
  'connection.delete': (of) => ({ id: of.company.connectionId, moveTo: of.otherConnectionId }),
}

export const argsFor = { ...ownArgs, ...Object.fromEntries(argsOfResources), ...fullArgs } as Readonly<
  Record<MutationName, ArgsOf>
>
