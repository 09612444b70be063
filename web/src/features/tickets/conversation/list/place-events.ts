// Where a conversation tells what happened to its tickets: below the last message that was there by then. Pure.
import type { TicketEventRow } from 'db/tickets/queries.ts'

interface Row {
  id: string
  ticketId: string
  createdAt: Date
}

export interface PlacedEvents {
  before: ReadonlyMap<string, readonly TicketEventRow[]>
  after: ReadonlyMap<string, readonly TicketEventRow[]>
  /** Of a ticket in which nothing was said. */
  rest: readonly TicketEventRow[]
}

/** What the desk says on accepting and the like is said in the same moment, and because of it. */
const causesWords = new Set<TicketEventRow['kind']>(['accepted', 'reopened'])

/**
 * `rows` from the oldest on; what happened before the first of a ticket is told only where `isWhole` says that it is the ticket's first, and
 * not where older ones are still to be loaded.
 */
export function placeEvents(
  rows: readonly Row[],
  events: readonly TicketEventRow[],
  isWhole: (ticketId: string) => boolean,
): PlacedEvents {
  const [before, after] = [new Map<string, TicketEventRow[]>(), new Map<string, TicketEventRow[]>()]
  const rest: TicketEventRow[] = []
  const byTicket = Map.groupBy(rows, ({ ticketId }) => ticketId)
  for (const event of events) {
    const own = byTicket.get(event.ticketId) ?? []
    const at = event.createdAt.getTime() - (causesWords.has(event.kind) ? 1 : 0)
    const last = own.findLast(({ createdAt }) => createdAt.getTime() <= at)
    const [first] = own
    if (last) add(after, last.id, event)
    else if (!first) rest.push(event)
    else if (isWhole(event.ticketId)) add(before, first.id, event)
  }
  return { before, after, rest }
}

/** As `placeEvents`, time after time: the lists of the last time while they are the same, so that what shows them is not drawn anew. */
export function createPlacing(): typeof placeEvents {
  let last: PlacedEvents = { before: new Map(), after: new Map(), rest: [] }
  return (...args) => {
    const { before, after, rest } = placeEvents(...args)
    last = {
      before: new Map([...before].map(([id, list]) => [id, same(last.before.get(id), list)])),
      after: new Map([...after].map(([id, list]) => [id, same(last.after.get(id), list)])),
      rest: same(last.rest, rest),
    }
    return last
  }
}

type Events = readonly TicketEventRow[]

const same = (last: Events | undefined, list: Events) =>
  last?.length === list.length && list.every((event, index) => event === last[index]) ? last : list

function add(map: Map<string, TicketEventRow[]>, id: string, event: TicketEventRow) {
  map.set(id, [...(map.get(id) ?? []), event])
}
