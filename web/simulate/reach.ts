// How much a run really did: which wishes changed a row on the server, and of those where two devices met.
import { readEffects, type Effect } from './effects.ts'
import type { World } from './world.ts'

export interface Reach {
  wishes: number
  /** Applied, and more came of it than an `updated_at`. */
  effective: number
  /** Another device's effective one, just before or after, named or changed the same ticket, contact or queue. */
  met: number
}

export const noReach: Reach = { wishes: 0, effective: 0, met: 0 }

const sharedTables = new Set(['tickets', 'contacts', 'queues'])
/** So many effective wishes before and after. */
const near = 20

interface Done {
  /** Ids sort by age. */
  id: string
  device: string
  shared: ReadonlySet<string>
}

export async function reachOf(world: World, wishes: number): Promise<Reach> {
  const done = doneBy(world, await readEffects(world.db), await ticketOfRows(world))
  const met = done.filter(({ device, shared }, index) =>
    done
      .slice(Math.max(0, index - near), index + near + 1)
      .some((other) => other.device !== device && !shared.isDisjointFrom(other.shared)),
  )
  return { wishes, effective: done.length, met: met.length }
}

/** Effective wishes in the order in which they were had. */
function doneBy({ devices }: World, effects: readonly Effect[], ticketOf: ReadonlyMap<string, string>): Done[] {
  const entries = new Map(
    devices.flatMap((device) => [...device.outbox.remembered].map(([id, { entry }]) => [id, { device, entry }])),
  )
  const isShared = ({ table }: Effect) => sharedTables.has(table)
  const sharedIds = new Set(effects.filter(isShared).map(({ rowId }) => rowId))
  const transactions = Map.groupBy(effects, ({ xid }) => xid)
  const done = [...transactions.values()].flatMap((changes): Done[] => {
    const applied = changes.find(({ table }) => table === 'applied_mutations')
    const made = applied && entries.get(applied.rowId)
    if (!made || !changes.some((change) => change !== applied && change.isReal)) return []
    const named = [...JSON.stringify(made.entry.args).matchAll(/"([0-9a-f-]{36})"/g)].map(([, id = '']) => id)
    const ids = [...named, ...changes.map(({ rowId }) => rowId)].flatMap((id) => [id, ticketOf.get(id) ?? id])
    return [{ id: made.entry.id, device: made.device.name, shared: new Set(ids.filter((id) => sharedIds.has(id))) }]
  })
  return done.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Of messages and notes. */
async function ticketOfRows({ db }: World): Promise<ReadonlyMap<string, string>> {
  const rows = await db.sql<{ id: string; ticketId: string }[]>`
    select id, ticket_id as "ticketId" from messages union all select id, ticket_id from ticket_notes`
  return new Map(rows.map(({ id, ticketId }) => [id, ticketId]))
}

export const sumOf = (all: readonly Reach[]): Reach =>
  all.reduce(
    (sum, one) => ({
      wishes: sum.wishes + one.wishes,
      effective: sum.effective + one.effective,
      met: sum.met + one.met,
    }),
    noReach,
  )

/**
 * Of a run that is long enough to tell. Below, histories play where nothing can break. Below what is usual (decision 0051): on a
 * machine that has much else to do devices are further behind, and more is refused.
 */
const [leastWishes, leastEffective, leastMet] = [100, 0.45, 0.35]

/** What is wrong with it; empty when nothing is. */
export function shortfall({ wishes, effective, met }: Reach): string {
  if (wishes < leastWishes) return ''
  if (effective < leastEffective * wishes) return `only ${effective} of ${wishes} wishes changed a row`
  return met < leastMet * effective ? `at only ${met} of ${effective} effective wishes two devices met` : ''
}

export const reachText = ({ wishes, effective, met }: Reach) =>
  `effective ${percent(effective, wishes)}, met ${percent(met, effective)}`

const percent = (part: number, whole: number) => `${whole === 0 ? 0 : Math.round((100 * part) / whole)} %`
