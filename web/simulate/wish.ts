// What a person wishes: mostly something that the device would let them do now and that changes a row, on one of the few rows that
// everybody works on, so that devices meet; sometimes anything on anything, since refusals are a case too.
import type { PGlite } from '@electric-sql/pglite'
import type { UserActor } from 'db/kit/actor.ts'
import { mutations } from 'db/mutations.ts'
import { randomFrom } from 'db/node/random.ts'
import { runEntry } from '../src/sync/local/replay.ts'
import { storedTables } from '../src/sync/local/local-schema.ts'
import type { NewEntry, OutboxEntry } from '../src/sync/outbox/outbox.ts'
import { argsFor, type Seen, type SeenRow } from './arguments/arguments.ts'
import { seenBy, textRows } from './rows.ts'

export type Wish = Pick<NewEntry, 'name' | 'args'>

const anything = [...mutations.keys()]
/** About tickets, contacts and queues, which stay where they are: each one that is gone is a place less to meet. */
const shared = anything.filter((name) => /^(ticket|message|contact|queue)/.test(name) && !moves(name))
const [carelessShare, sharedShare] = [0.1, 0.8]
const attempts = 12

/** @throws when the database is closed meanwhile. */
export async function wishOf(database: PGlite, actor: UserActor, at: Date, draw: number): Promise<Wish> {
  const random = randomFrom(draw)
  const seen = await seenBy(database)
  const isCareless = random.chance(carelessShare)
  const rows = isCareless ? seen : hotRows(seen)
  for (let left = isCareless ? 1 : attempts; ; left--) {
    const name = random.pick(random.chance(sharedShare) ? shared : anything)
    const wish = { name, args: argsFor(name, rows, random) }
    if (left === 1 || (await changesRows(database, actor, at, wish))) return wish
  }
}

/**
 * The first tickets of the first queue, which most people work on, and what belongs to them; the first queues. Ids sort by age, so
 * every device finds about the same.
 */
export function hotRows(seen: Seen): Seen {
  const tickets = (seen.get('tickets') ?? []).toSorted(byQueue).slice(0, 2)
  const contactIds = new Set(tickets.map((row) => row['contact_id']))
  const contacts = (seen.get('contacts') ?? []).filter((row, index) => index === 0 || contactIds.has(row['id']))
  const hot = new Map([
    ['tickets', tickets],
    ['contacts', contacts],
    ['queues', (seen.get('queues') ?? []).slice(0, 2)],
  ])
  const ids = new Set(tickets.map((row) => row['id']))
  const belongs = (row: SeenRow) => row['ticket_id'] === undefined || ids.has(row['ticket_id'])
  return new Map([...seen].map(([table, rows]) => [table, hot.get(table) ?? rows.filter(belongs)]))
}

/** Those of no queue last. */
const byQueue = (a: SeenRow, b: SeenRow) => queueKey(a).localeCompare(queueKey(b))
const queueKey = (row: SeenRow) => `${String(row['queue_id'] ?? 'none')} ${String(row['id'])}`

function moves(name: string) {
  return /^(ticket|contact|queue)\.(create|delete|merge|transfer|importFromPhone)$/.test(name)
}

class TakenBack extends Error {}

/** Tried on the device's own views and taken back. When something was changed is no change. */
async function changesRows(database: PGlite, actor: UserActor, at: Date, { name, args }: Wish): Promise<boolean> {
  let isChanged = false
  const entry: OutboxEntry = { ...actor, name, args, at, id: '', seq: 0, state: 'waiting' }
  await database
    .transaction(async (tx) => {
      await tx.exec('savepoint wish')
      const writes = new Set((await runEntry(tx, entry, actor)).writes.keys())
      const after = await shown(tx, writes)
      await tx.exec('rollback to savepoint wish')
      isChanged = after !== (await shown(tx, writes))
      throw new TakenBack()
    })
    .catch((error: unknown) => {
      if (database.closed) throw error
    })
  return isChanged
}

async function shown(tx: Pick<PGlite, 'query'>, names: ReadonlySet<string>): Promise<string> {
  const rows: unknown[] = []
  for (const { name, columns } of storedTables.filter((table) => names.has(table.name))) {
    const told = columns.filter((column) => column !== 'updated_at')
    rows.push([...(await textRows(tx, name, told)).values()])
  }
  return JSON.stringify(rows)
}
