// What a call's arguments are made of: rows that somebody sees, and few words, so that what must be unique meets itself.
import { newId } from 'db/kit/new-id.ts'
import type { Random } from 'db/node/random.ts'

export type SeenRow = Readonly<Record<string, unknown>>
/** Rows by table, ordered by id. */
export type Seen = ReadonlyMap<string, readonly SeenRow[]>
export type Args = Record<string, unknown>

export interface Call {
  args(seen: Seen, random: Random): Args
  /** The table that gets the row `args.id`. */
  creates?: string
}

export const bodies = ['oi', 'Bom dia!', 'até logo', `"aspas" \\ 'simples'`, 'linha\r\noutra\n😀', ' com espaço ', '']
export const names = ['Loja', 'Filial', 'Matriz', 'Loja nova', 'x']

/** The id of a row: most often one that fits, sometimes any, rarely none. */
export function idOf(table: string, seen: Seen, random: Random, fits: (row: SeenRow) => boolean = () => true): string {
  const rows = seen.get(table) ?? []
  const fitting = rows.filter(fits)
  const from = fitting.length > 0 && random.chance(0.8) ? fitting : rows
  return from.length === 0 || random.chance(0.03) ? newId() : String(random.pick(from)['id'])
}

/** What a row has in a column; an id of nothing where there is no row. */
export function fieldOf(table: string, column: string, seen: Seen, random: Random): string {
  const rows = seen.get(table) ?? []
  return rows.length === 0 ? newId() : String(random.pick(rows)[column])
}

export const ticketIn = (...statuses: string[]) => {
  const fits = (row: SeenRow) => statuses.includes(String(row['status']))
  return (seen: Seen, random: Random) => idOf('tickets', seen, random, fits)
}
export const onTicket = (...statuses: string[]): Call => ({
  args: (seen, random) => ({ id: ticketIn(...statuses)(seen, random) }),
})
export const ownMessage = (seen: Seen, random: Random) =>
  idOf('messages', seen, random, (row) => row['from_me'] === true)
export const onConnection: Call = { args: (seen, random) => ({ id: idOf('connections', seen, random) }) }
export const colors = ['#102030', '#405060', '#708090', '#a0b0c0', 'azul']
export const queueValues = (random: Random) => ({
  name: random.pick(names),
  color: random.pick(colors),
  orderQueue: random.int(0, 9),
  greetingMessage: random.pick(bodies),
})
export const fileOptions = (random: Random) =>
  Array.from({ length: random.int(0, 2) }, () => ({
    id: newId(),
    name: random.pick(names),
    mediaHash: null,
    mediaName: null,
    mediaMime: null,
    mediaSize: null,
  }))
export const numbers = ['11 98765-4321', '551187654321', '5521912345678', '123']
export const isAddedUser = (row: SeenRow) => String(row['email']).startsWith(String(row['id']))
export const addedUser = (seen: Seen, random: Random) => {
  const added = (seen.get('users') ?? []).filter(isAddedUser)
  return added.length === 0 ? newId() : String(random.pick(added)['id'])
}
/** Before anything was said, and after all of it. */
const readTimes = ['2020-01-01T12:00:00.000Z', '2090-01-01T12:00:00.000Z']
/** Up to when somebody has read: often the time of a message. */
export const readUntil = (table: 'messages' | 'chat_messages') => (seen: Seen, random: Random) => {
  const rows = seen.get(table) ?? []
  if (rows.length === 0 || random.chance(0.3)) return random.pick(readTimes)
  return new Date(String(random.pick(rows)['created_at'])).toISOString()
}
/** The first was past before anything was written. */
export const scheduleTimes = ['2020-01-01T12:00:00.000Z', '2090-01-01T12:00:00.000Z', '2090-06-01T09:30:00.000Z']
export const any = ['pending', 'open', 'closed']
export const onTicketAndTag: Call = {
  args: (seen, random) => ({ ticketId: ticketIn(...any)(seen, random), tagId: idOf('tags', seen, random) }),
}
