// Beside argsFor of the contract: arguments that name whatever else a mutation or a query may name, so that each is tried with another
// company's. That none is forgotten is held by matrix.test.ts.
import { newId } from 'db/kit/new-id.ts'
import type { MutationName } from 'db/mutations.ts'
import type { Tenant } from './tenant.ts'

type ArgsOf = (of: Tenant) => object[]

const fileOf = ({ mediaHash }: Tenant) => ({ mediaHash, mediaName: 'a.bin', mediaMime: '', mediaSize: 64 })
const fileChange = (of: Tenant) => Object.fromEntries(Object.entries(fileOf(of)).map(([key, to]) => [key, { to }]))
const optionOf = (of: Tenant, id: string) => ({ id, name: 'Tabela', ...fileOf(of) })

export const furtherArgs: Partial<Record<MutationName, ArgsOf>> = {
  'ticket.transfer': (of) => [
    { id: of.ticketId, userId: of.ofQueue.userId },
    { id: of.ticketId, queueId: of.queueId, connectionId: of.company.connectionId },
  ],
  'ticketTag.move': (of) => [{ ticketId: of.ticketId, tagId: of.tagId }],
  'campaign.create': (of) => [
    { id: newId(), name: 'Natal', connectionId: of.company.connectionId, contactListId: of.contactListId },
    { id: newId(), name: 'Natal', tagId: of.tagId, fileListId: of.fileListId, ...fileOf(of) },
  ],
  'campaign.update': (of) => [
    {
      id: of.campaignId,
      changes: { connectionId: { to: of.company.connectionId }, contactListId: { to: of.contactListId } },
    },
    { id: of.campaignId, changes: { tagId: { to: of.tagId } } },
    { id: of.campaignId, changes: { fileListId: { to: of.fileListId }, ...fileChange(of) } },
  ],
  'quickMessage.create': (of) => [{ id: newId(), shortcode: 'tabela', message: 'Segue', ...fileOf(of) }],
  'quickMessage.update': (of) => [{ id: of.quickMessageId, changes: fileChange(of) }],
  'schedule.create': (of) => [
    { id: newId(), contactId: of.contactId, body: 'Segue', sendAt: '2030-01-01T12:00:00.000Z', ...fileOf(of) },
    {
      id: newId(),
      contactId: of.contactId,
      connectionId: of.company.connectionId,
      body: 'Segue',
      sendAt: '2030-01-01T12:00:00.000Z',
    },
  ],
  'schedule.update': (of) => [
    { id: of.scheduleId, changes: { contactId: { to: of.otherContactId } } },
    { id: of.scheduleId, changes: { connectionId: { to: of.otherConnectionId } } },
    { id: of.scheduleId, changes: fileChange(of) },
  ],
  'fileList.create': (of) => [{ id: newId(), name: 'Fotos', message: 'Seguem', options: [optionOf(of, newId())] }],
  'fileList.update': (of) => [{ id: of.fileListId, changes: { options: { to: [optionOf(of, of.fileListOptionId)] } } }],
  'message.send': (of) => [
    {
      id: newId(),
      ticketId: of.ticketId,
      body: '',
      media: { hash: of.mediaHash, mime: '', name: 'a.bin', size: 64 },
      quotedMessageId: of.messageId,
    },
    { id: newId(), ticketId: of.ticketId, body: '', contactIds: [of.contactId] },
  ],
  'chat.update': (of) => [{ id: of.chatId, changes: { userIds: { to: [of.ofQueue.userId] } } }],
  'chatMessage.send': (of) => [
    {
      id: newId(),
      chatId: of.chatId,
      body: 'oi',
      media: { hash: of.mediaHash, mime: '', name: 'a.bin', size: 64 },
      quotedMessageId: of.chatMessageId,
      ticketId: of.ticketId,
      mentions: [of.ofQueue.userId],
    },
  ],
  'connection.create': (of) => [
    { id: newId(), name: 'Filial', queueIds: [of.queueId], sendIdQueue: of.queueId, groupQueueId: of.queueId },
    { id: newId(), name: 'Outra filial', promptId: of.promptId, integrationId: of.queueIntegrationId },
  ],
  'queue.create': (of) => [
    { id: newId(), name: 'Suporte', color: '#abcdee', orderQueue: 4, greetingMessage: 'Olá', ...fileOf(of) },
    { id: newId(), name: 'Ajuda', color: '#abcd01', orderQueue: 5, greetingMessage: 'Olá', promptId: of.promptId },
    {
      id: newId(),
      name: 'Bots',
      color: '#abcd02',
      orderQueue: 6,
      greetingMessage: 'Olá',
      integrationId: of.queueIntegrationId,
    },
  ],
  'queue.update': (of) => [
    { id: of.queueId, changes: fileChange(of) },
    { id: of.queueId, changes: { promptId: { to: of.promptId } } },
    { id: of.queueId, changes: { integrationId: { to: of.queueIntegrationId } } },
  ],
  'connection.delete': (of) => [{ id: of.company.connectionId, defaultId: of.otherConnectionId }],
  'ticket.reopen': (of) => [{ id: of.ticketId, connectionId: of.otherConnectionId }],
  'connection.update': (of) => [
    { id: of.company.connectionId, changes: { promptId: { to: of.promptId } } },
    { id: of.company.connectionId, changes: { integrationId: { to: of.queueIntegrationId } } },
  ],
  'prompt.update': (of) => [{ id: of.promptId, changes: { queueId: { to: of.otherQueueId } } }],
  'settings.update': (of) => [{ id: of.company.id, changes: { copilotPromptId: { to: of.promptId } } }],
  'queueOption.create': (of) => [
    {
      id: newId(),
      queueId: of.queueId,
      parentId: of.queueOptionId,
      title: 'Preços',
      message: 'R$ 10',
      option: 1,
      ...fileOf(of),
    },
  ],
  'queueOption.update': (of) => [
    { id: of.queueOptionId, changes: { parentId: { to: of.queueOptionId } } },
    { id: of.queueOptionId, changes: { queueId: { to: of.otherQueueId } } },
    { id: of.queueOptionId, changes: fileChange(of) },
  ],
  'user.update': (of) => [
    {
      id: of.ofQueue.userId,
      changes: { queueIds: { to: [of.queueId] }, connectionId: { to: of.company.connectionId } },
    },
  ],
}

const place = (id: string) => ({ sortKey: '2026-01-01T12:00:00.000000Z', id })
const inQueue = (of: Tenant, example: object) => [{ ...example, queueIds: [of.queueId] }]
const found = (of: Tenant, example: object) => [
  { ...example, tagIds: [of.tagId], userIds: [of.admin.userId], after: place(of.ticketId) },
]

/** By the query's name. */
export const furtherQueryArgs: Readonly<Record<string, (of: Tenant, example: object) => object[]>> = {
  'contact.withNumber': (of, example) => [{ ...example, butFor: of.otherContactId }],
  'message.ofTicket': (of, example) => [{ ...example, floor: place(of.messageId), ceiling: place(of.messageId) }],
  'chatMessage.ofChat': (of, example) => [
    { ...example, floor: place(of.chatMessageId), ceiling: place(of.chatMessageId) },
  ],
  'ticket.head': inQueue,
  'ticket.bounds': inQueue,
  'ticket.counts': inQueue,
  'kanban.cards': (of, example) => [{ ...example, queueIds: [of.queueId], userIds: [of.ofQueue.userId] }],
  'ticket.hits': found,
  'message.hits': found,
}
