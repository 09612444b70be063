// Two companies are made of this for the contract: one of everything in each, and for each mutation arguments that it takes.
import type { UserActor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { fileLists } from 'db/file-lists/table.ts'
import { helps } from 'db/helps/table.ts'
import type { MutationName } from 'db/mutations.ts'
import type { Database } from 'db/node/connect.ts'
import { testCompany, type TestCompany } from 'db/node/test-world.ts'
import { quickMessages } from 'db/quick-messages/table.ts'
import { schedules } from 'db/schedules/table.ts'
import { tags } from 'db/tags/table.ts'
import { ticketNotes } from 'db/tickets/notes-table.ts'

export interface World {
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

const tomorrow = new Date(Date.now() + 86_400_000)

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
  const [tagId, noteId, quickMessageId] = [newId(), newId(), newId()]
  await db.orm.insert(tags).values({ ...own, id: tagId, name: 'Urgente', color: '#ff0000', kanban: true })
  await db.orm
    .insert(ticketNotes)
    .values({ ...own, id: noteId, ticketId, contactId, queueId, userId: admin.userId, note: 'Ligar', archived: false })
  const quick = { id: quickMessageId, userId: admin.userId, shortcode: 'oi', message: 'Olá', geral: false }
  await db.orm.insert(quickMessages).values({ ...own, ...quick })
  const [fileListId, helpId, otherContactId] = [newId(), newId(), await company.contact('Outra')]
  await db.orm
    .insert(fileLists)
    .values({ ...own, id: fileListId, userId: admin.userId, name: 'Catálogos', message: 'Segue' })
  const scheduleId = newId()
  const schedule = { id: scheduleId, userId: admin.userId, contactId, body: 'Seu bolo está pronto', sendAt: tomorrow }
  await db.orm.insert(schedules).values({ ...own, ...schedule, status: 'PENDENTE' })
  const { createdAt, updatedAt } = own
  const help = { title: `Passos ${helpId}`, description: '', video: 'dQw4w9WgXcQ' }
  await db.orm.insert(helps).values({ id: helpId, createdAt, updatedAt, ...help })
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
export const argsFor: Record<MutationName, (of: World) => object> = {
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
    greetingMessage: 'Olá! Aqui é o suporte.',
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
    changes: { queueIds: { to: [of.queueId] }, sendIdQueue: { to: of.queueId }, groupQueueId: { to: of.queueId } },
  }),
  'connection.delete': (of) => ({ id: of.company.connectionId }),
  'connection.relink': (of) => ({ id: of.company.connectionId }),
  'connection.start': (of) => ({ id: of.company.connectionId }),
  'connection.disconnect': (of) => ({ id: of.company.connectionId }),
  'contact.importFromPhone': (of) => ({ id: newId(), connectionId: of.company.connectionId }),
  'notificationSettings.update': () => ({ showText: false }),
  'user.updateProfile': () => ({ changes: { name: { to: 'Ana Souza' } } }),
}
