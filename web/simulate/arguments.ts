// Arguments for every mutation of the registry, made of what somebody sees: mostly such as a screen would pass, sometimes such as
// it would not. A new mutation that is no resource's is one line in `calls`; without it the type check fails.
import { newId } from 'db/kit/new-id.ts'
import type { MutationName } from 'db/mutations.ts'
import { resources, type ResourceMutation } from 'db/resources.ts'
import { scheduleTypes } from 'db/settings/table.ts'
import type { Random } from 'db/node/random.ts'

export type SeenRow = Readonly<Record<string, unknown>>
/** Rows by table, ordered by id. */
export type Seen = ReadonlyMap<string, readonly SeenRow[]>
type Args = Record<string, unknown>

interface Call {
  args(seen: Seen, random: Random): Args
  /** The table that gets the row `args.id`. */
  creates?: string
}

const bodies = ['oi', 'Bom dia!', 'até logo', `"aspas" \\ 'simples'`, 'linha\r\noutra\n😀', ' com espaço ', '']
const names = ['Loja', 'Filial', 'Matriz', 'Loja nova', 'x']

/** The id of a row: most often one that fits, sometimes any, rarely none. */
function idOf(table: string, seen: Seen, random: Random, fits: (row: SeenRow) => boolean = () => true): string {
  const rows = seen.get(table) ?? []
  const fitting = rows.filter(fits)
  const from = fitting.length > 0 && random.chance(0.8) ? fitting : rows
  return from.length === 0 || random.chance(0.03) ? newId() : String(random.pick(from)['id'])
}

/** What a row has in a column; an id of nothing where there is no row. */
function fieldOf(table: string, column: string, seen: Seen, random: Random): string {
  const rows = seen.get(table) ?? []
  return rows.length === 0 ? newId() : String(random.pick(rows)[column])
}

const ticketIn = (...statuses: string[]) => {
  const fits = (row: SeenRow) => statuses.includes(String(row['status']))
  return (seen: Seen, random: Random) => idOf('tickets', seen, random, fits)
}
const onTicket = (...statuses: string[]): Call => ({
  args: (seen, random) => ({ id: ticketIn(...statuses)(seen, random) }),
})
const ownMessage = (seen: Seen, random: Random) => idOf('messages', seen, random, (row) => row['from_me'] === true)
const onConnection: Call = { args: (seen, random) => ({ id: idOf('connections', seen, random) }) }
const colors = ['#102030', '#405060', '#708090', '#a0b0c0', 'azul']
const queueValues = (random: Random) => ({
  name: random.pick(names),
  color: random.pick(colors),
  orderQueue: random.int(0, 9),
  greetingMessage: random.pick(bodies),
})
const fileOptions = (random: Random) =>
  Array.from({ length: random.int(0, 2) }, () => ({
    id: newId(),
    name: random.pick(names),
    mediaHash: null,
    mediaName: null,
    mediaMime: null,
    mediaSize: null,
  }))
const numbers = ['11 98765-4321', '551187654321', '5521912345678', '123']
const isAddedUser = (row: SeenRow) => String(row['email']).startsWith(String(row['id']))
const addedUser = (seen: Seen, random: Random) => {
  const added = (seen.get('users') ?? []).filter(isAddedUser)
  return added.length === 0 ? newId() : String(random.pick(added)['id'])
}
/** The first was past before anything was written. */
const scheduleTimes = ['2020-01-01T12:00:00.000Z', '2090-01-01T12:00:00.000Z', '2090-06-01T09:30:00.000Z']
const any = ['pending', 'open', 'closed']
const onTicketAndTag: Call = {
  args: (seen, random) => ({ ticketId: ticketIn(...any)(seen, random), tagId: idOf('tags', seen, random) }),
}

type Calls = Readonly<
  Record<Exclude<MutationName, ResourceMutation['name']>, Call> & Partial<Record<ResourceMutation['name'], Call>>
>

/** Beside those that follow from the resources' examples, or in their place where more can happen. */
const calls: Calls = {
  'ticket.accept': onTicket('pending'),
  'ticket.return': onTicket('open'),
  'ticket.close': onTicket('open', 'pending'),
  'ticket.reopen': onTicket('closed'),
  'ticket.markRead': onTicket(...any),
  'ticket.delete': onTicket('closed'),
  'ticket.transfer': {
    args: (seen, random) => ({
      id: ticketIn('open', 'pending')(seen, random),
      queueId: idOf('queues', seen, random),
      ...(random.chance(0.4) && { userId: idOf('users', seen, random) }),
      ...(random.chance(0.2) && { connectionId: idOf('connections', seen, random) }),
    }),
  },
  'ticket.create': {
    creates: 'tickets',
    args: (seen, random) => ({
      id: newId(),
      contactId: idOf('contacts', seen, random),
      connectionId: idOf('connections', seen, random),
      ...(random.chance(0.9) && { queueId: idOf('queues', seen, random) }),
    }),
  },
  'ticketNote.create': {
    creates: 'ticket_notes',
    args: (seen, random) => ({
      id: newId(),
      ticketId: ticketIn(...any)(seen, random),
      note: random.chance(0.5) ? random.pick(bodies) : `@[${idOf('users', seen, random)}] ${random.pick(bodies)}`,
    }),
  },
  'ticketNote.delete': { args: (seen, random) => ({ id: idOf('ticket_notes', seen, random) }) },
  // Mostly one that mentions whoever looks.
  'ticketNote.see': {
    args: (seen, random) => ({
      id: random.chance(0.8) ? fieldOf('note_mentions', 'note_id', seen, random) : idOf('ticket_notes', seen, random),
    }),
  },
  'ticketTag.add': onTicketAndTag,
  'ticketTag.remove': onTicketAndTag,
  'ticketTag.sync': {
    args: (seen, random) => ({
      ticketId: ticketIn(...any)(seen, random),
      tags: Array.from({ length: random.int(0, 2) }, () => idOf('tags', seen, random)),
    }),
  },
  'announcement.see': { args: () => ({ until: '2020-01-01T12:00:00.000Z' }) },
  'ticketTag.move': {
    args: (seen, random) => ({
      ticketId: ticketIn(...any)(seen, random),
      tagId: random.chance(0.3) ? null : idOf('tags', seen, random),
    }),
  },
  'ticketTag.clearLanes': { args: (seen, random) => ({ ticketId: ticketIn(...any)(seen, random) }) },
  'contact.create': {
    creates: 'contacts',
    args: (_, random) => ({ id: newId(), name: random.pick(names), number: random.pick(numbers) }),
  },
  'contact.update': {
    args: (seen, random) => ({
      id: idOf('contacts', seen, random),
      changes: random.chance(0.5)
        ? { extraInfo: { to: [{ name: 'CPF', value: random.pick(names) }] } }
        : { number: { to: random.pick(numbers) } },
    }),
  },
  'contact.delete': { args: (seen, random) => ({ id: idOf('contacts', seen, random) }) },
  'schedule.create': {
    creates: 'schedules',
    args: (seen, random) => ({
      id: newId(),
      contactId: idOf('contacts', seen, random),
      body: random.pick(['Seu bolo está pronto', 'Bom dia, {{name}}!', 'oi']),
      sendAt: random.pick(scheduleTimes),
    }),
  },
  'schedule.update': {
    args: (seen, random) => ({
      id: idOf('schedules', seen, random),
      changes: random.chance(0.5)
        ? { sendAt: { to: random.pick(scheduleTimes) } }
        : { body: { to: 'Seu pedido saiu' }, contactId: { to: idOf('contacts', seen, random) } },
    }),
  },
  'schedule.delete': { args: (seen, random) => ({ id: idOf('schedules', seen, random) }) },
  'contact.merge': {
    args: (seen, random) => ({ id: idOf('contacts', seen, random), otherId: idOf('contacts', seen, random) }),
  },
  'fileList.create': {
    creates: 'file_lists',
    args: (_, random) => ({
      id: newId(),
      name: random.pick(names),
      message: random.pick(bodies),
      ...(random.chance(0.5) && { options: fileOptions(random) }),
    }),
  },
  'fileList.update': {
    args: (seen, random) => ({
      id: idOf('file_lists', seen, random),
      changes: random.chance(0.5) ? { options: { to: fileOptions(random) } } : { name: { to: random.pick(names) } },
    }),
  },
  'fileList.delete': { args: (seen, random) => ({ id: idOf('file_lists', seen, random) }) },
  'contactList.create': {
    creates: 'contact_lists',
    args: (_, random) => ({ id: newId(), name: random.pick(names) }),
  },
  'contactList.update': {
    args: (seen, random) => ({
      id: idOf('contact_lists', seen, random),
      changes: { name: { to: random.pick(names) } },
    }),
  },
  'contactList.delete': { args: (seen, random) => ({ id: idOf('contact_lists', seen, random) }) },
  'campaign.create': {
    creates: 'campaigns',
    args: (seen, random) => ({
      id: newId(),
      name: random.pick(names),
      connectionId: idOf('connections', seen, random),
      contactListId: idOf('contact_lists', seen, random),
      message1: random.pick(bodies),
    }),
  },
  'campaign.update': {
    args: (seen, random) => ({
      id: idOf('campaigns', seen, random),
      changes: random.chance(0.5) ? { message2: { to: random.pick(bodies) } } : { name: { to: random.pick(names) } },
    }),
  },
  'campaign.delete': { args: (seen, random) => ({ id: idOf('campaigns', seen, random) }) },
  'campaignSettings.update': {
    args: (seen, random) => ({
      id: idOf('companies', seen, random),
      changes: random.chance(0.5)
        ? { messageInterval: { to: random.pick([0, 5, 10]) } }
        : { variables: { to: [{ key: 'site', value: random.pick(names) }] } },
    }),
  },
  'chat.create': {
    creates: 'chats',
    args: (seen, random) => ({
      id: newId(),
      title: random.pick(names),
      userIds: Array.from({ length: random.int(1, 3) }, () => idOf('users', seen, random)),
    }),
  },
  'chat.update': {
    args: (seen, random) => ({
      id: idOf('chats', seen, random),
      changes: random.chance(0.3)
        ? { title: { to: random.pick(names) } }
        : { userIds: { to: Array.from({ length: random.int(1, 3) }, () => idOf('users', seen, random)) } },
    }),
  },
  'chat.delete': { args: (seen, random) => ({ id: idOf('chats', seen, random) }) },
  'chat.leave': { args: (seen, random) => ({ id: idOf('chats', seen, random) }) },
  'chat.read': {
    args: (seen, random) => ({
      id: idOf('chats', seen, random),
      until: random.pick(['2020-01-01T12:00:00.000Z', '2090-01-01T12:00:00.000Z']),
    }),
  },
  'chatMessage.send': {
    creates: 'chat_messages',
    args: (seen, random) => ({
      id: newId(),
      chatId: idOf('chats', seen, random),
      body: random.pick(bodies),
      ...(random.chance(0.2) && { quotedMessageId: idOf('chat_messages', seen, random) }),
      ...(random.chance(0.2) && { mentions: [idOf('users', seen, random)] }),
      ...(random.chance(0.2) && { ticketId: idOf('tickets', seen, random) }),
    }),
  },
  'message.send': {
    creates: 'messages',
    args: (seen, random) => ({
      id: newId(),
      ticketId: ticketIn('open')(seen, random),
      body: random.pick(bodies),
      ...(random.chance(0.2) && { quotedMessageId: idOf('messages', seen, random) }),
      ...(random.chance(0.1) && { contactIds: [idOf('contacts', seen, random)], body: '' }),
      ...(random.chance(0.1) && { location: { latitude: -23.5, longitude: random.int(-190, 180) }, body: '' }),
    }),
  },
  'message.forward': {
    creates: 'messages',
    args: (seen, random) => ({
      id: newId(),
      messageId: idOf('messages', seen, random),
      ticketId: ticketIn('open')(seen, random),
    }),
  },
  'message.react': {
    args: (seen, random) => ({ id: idOf('messages', seen, random), emoji: random.pick(['👍', '❤️', '', 'x']) }),
  },
  'message.edit': { args: (seen, random) => ({ id: ownMessage(seen, random), body: random.pick(bodies) }) },
  'message.delete': { args: (seen, random) => ({ id: ownMessage(seen, random) }) },
  'connection.create': {
    creates: 'connections',
    args: (seen, random) => ({
      id: newId(),
      name: random.pick(names),
      ...(random.chance(0.3) && { isDefault: true }),
      ...(random.chance(0.4) && { queueIds: [idOf('queues', seen, random)] }),
    }),
  },
  'connection.update': {
    args: (seen, random) => {
      const id = idOf('connections', seen, random)
      const before = seen.get('connections')?.find((row) => row['id'] === id)
      const queueIds = Array.from({ length: random.int(0, 2) }, () => idOf('queues', seen, random))
      const changes = {
        ...(random.chance(0.5) && { name: { from: before?.['name'], to: random.pick(names) } }),
        ...(random.chance(0.5) && { queueIds: { to: queueIds } }),
        ...(random.chance(0.3) && { isDefault: { from: before?.['is_default'], to: random.chance(0.7) } }),
        ...(random.chance(0.5) && { greetingMessage: { to: random.pick(bodies) } }),
        ...(random.chance(0.2) && { sendIdQueue: { to: random.chance(0.5) ? idOf('queues', seen, random) : null } }),
        ...(random.chance(0.2) && { groupQueueId: { to: random.chance(0.5) ? idOf('queues', seen, random) : null } }),
      }
      return { id, changes }
    },
  },
  // Seldom the only one: without it there is nothing to do but to be refused.
  'connection.delete': {
    args: (seen, random) => ({ id: idOf('connections', seen, random, (row) => row['is_default'] !== true) }),
  },
  'connection.relink': onConnection,
  'queue.create': {
    creates: 'queues',
    args: (_, random) => ({ id: newId(), ...queueValues(random) }),
  },
  'queue.update': {
    args: (seen, random) => {
      const id = idOf('queues', seen, random)
      const before = seen.get('queues')?.find((row) => row['id'] === id)
      const { name, color, greetingMessage } = queueValues(random)
      const changes = {
        name: { from: before?.['name'], to: name },
        ...(random.chance(0.3) && { color: { from: before?.['color'], to: color } }),
        ...(random.chance(0.5) && { greetingMessage: { from: before?.['greeting_message'], to: greetingMessage } }),
      }
      return { id, changes }
    },
  },
  'queue.delete': { args: (seen, random) => ({ id: idOf('queues', seen, random) }) },
  'queueOption.create': {
    creates: 'queue_options',
    args: (seen, random) => ({
      id: newId(),
      queueId: idOf('queues', seen, random),
      title: random.pick(names),
      message: random.pick(bodies),
      option: random.int(0, 5),
      ...(random.chance(0.5) && { parentId: idOf('queue_options', seen, random) }),
    }),
  },
  'queueOption.update': {
    args: (seen, random) => {
      const id = idOf('queue_options', seen, random)
      const before = seen.get('queue_options')?.find((row) => row['id'] === id)
      const parentId = {
        from: before?.['parent_id'],
        to: random.chance(0.3) ? null : idOf('queue_options', seen, random),
      }
      return { id, changes: random.chance(0.5) ? { parentId } : { title: { to: random.pick(names) } } }
    },
  },
  'queueOption.delete': { args: (seen, random) => ({ id: idOf('queue_options', seen, random) }) },
  'user.create': {
    creates: 'users',
    args: (seen, random) => {
      const id = newId()
      return {
        id,
        name: random.pick(names),
        email: `${random.chance(0.9) ? id : 'ana'}@loja.example`,
        profile: random.pick(['user', 'supervisor']),
        ...(random.chance(0.5) && { queueIds: [idOf('queues', seen, random)] }),
      }
    },
  },
  'user.update': {
    args: (seen, random) => {
      const id = idOf('users', seen, random, isAddedUser)
      const queueIds = Array.from({ length: random.int(0, 1) }, () => idOf('queues', seen, random))
      const changes = {
        name: { to: random.pick(names) },
        allTicket: { to: random.chance(0.5) },
        ...(random.chance(0.4) && { queueIds: { to: queueIds } }),
      }
      return { id, changes }
    },
  },
  // The devices' own users stay: their logins are the simulation's.
  'user.delete': { args: (seen, random) => ({ id: addedUser(seen, random) }) },
  'settings.update': {
    args: (seen, random) => ({
      id: idOf('companies', seen, random),
      changes: {
        userRating: { to: random.pick(['enabled', 'disabled']) },
        sendGreetingAccepted: { to: random.pick(['enabled', 'disabled']) },
        sendMsgTransfTicket: { to: random.pick(['enabled', 'disabled']) },
        reopenWindowMinutes: { to: random.int(0, 60) },
        scheduleType: { to: random.pick(scheduleTypes) },
      },
    }),
  },
  'company.update': {
    args: (seen, random) => ({
      id: idOf('companies', seen, random),
      changes: {
        archiveAfterDays: { to: random.int(1, 60) },
        timeZone: { to: random.pick(['America/Sao_Paulo', 'America/Manaus', 'Europe/Lisbon']) },
      },
    }),
  },
  'contact.importFromPhone': {
    creates: 'contact_imports',
    args: (seen, random) => ({
      id: newId(),
      ...(random.chance(0.7) && { connectionId: idOf('connections', seen, random) }),
    }),
  },
  'notificationSettings.update': { args: (_, random) => ({ showText: random.chance(0.5) }) },
  'user.updateProfile': { args: (_, random) => ({ changes: { name: { to: random.pick(names) } } }) },
  'connection.start': onConnection,
  'connection.disconnect': onConnection,
}

/** Names are few, so that what must be unique meets itself. */
function callsOf({ noun, synced, example }: (typeof resources)[number]): [string, Call][] {
  const table = synced.name
  const given = (seen: Seen, random: Random) =>
    example({ of: (other) => idOf(tableOf(other), seen, random), word: random.pick(names) })
  const id = (seen: Seen, random: Random) => idOf(table, seen, random)
  const update = (seen: Seen, random: Random) => {
    const { one, another, change } = given(seen, random)
    const changes = random.pick([one, another, change])
    return Object.fromEntries(Object.entries(changes).map(([key, to]) => [key, { to }]))
  }
  return [
    [
      `${noun}.create`,
      {
        creates: table,
        args: (seen, random) => {
          const { one, another } = given(seen, random)
          return { id: newId(), ...(random.chance(0.5) ? one : another) }
        },
      },
    ],
    [`${noun}.update`, { args: (seen, random) => ({ id: id(seen, random), changes: update(seen, random) }) }],
    [`${noun}.delete`, { args: (seen, random) => ({ id: id(seen, random) }) }],
  ]
}

/** Of a resource, by its noun. */
const tableOf = (noun: string) => resources.find((resource) => resource.noun === noun)?.synced.name ?? ''

const byName: ReadonlyMap<string, Call> = new Map([...resources.flatMap(callsOf), ...Object.entries(calls)])

/** An unknown name is what an app of another version would send. */
export function argsFor(name: string, seen: Seen, random: Random): Args {
  return byName.get(name)?.args(seen, random) ?? {}
}

/** Which table a call of this mutation puts the row `args.id` into. */
export const createdBy = (name: string) => byName.get(name)?.creates
