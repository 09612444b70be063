// Arguments for every mutation of the registry, made of what somebody sees: mostly such as a screen would pass, sometimes such as
// it would not. A new mutation that is no resource's is one line in `calls`; without it the type check fails.
import { newId } from 'db/kit/new-id.ts'
import type { MutationName } from 'db/mutations.ts'
import { resources, type ResourceMutation } from 'db/resources.ts'
import { scheduleTypes } from 'db/settings/table.ts'
import type { Random } from 'db/node/random.ts'
import {
  addedUser,
  type Args,
  bodies,
  type Call,
  fileOptions,
  idOf,
  isAddedUser,
  names,
  numbers,
  onConnection,
  queueValues,
  scheduleTimes,
  type Seen,
} from './call.ts'
import { talkCalls } from './talk-calls.ts'
import { ticketCalls } from './ticket-calls.ts'

export type { Seen, SeenRow } from './call.ts'

type Calls = Readonly<
  Record<Exclude<MutationName, ResourceMutation['name']>, Call> & Partial<Record<ResourceMutation['name'], Call>>
>

/** Beside those that follow from the resources' examples, or in their place where more can happen. */
const calls: Calls = {
  ...ticketCalls,
  ...talkCalls,
  'announcement.see': { args: () => ({ until: '2020-01-01T12:00:00.000Z' }) },
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
    args: (seen, random) => ({
      id: idOf('connections', seen, random, (row) => row['is_default'] !== true),
      ...(random.chance(0.5) && { moveTo: idOf('connections', seen, random) }),
      ...(random.chance(0.3) && { defaultId: idOf('connections', seen, random) }),
    }),
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
