// Each accepted mutation had its effect once, and nothing that was refused went away by itself: held against the log of applied
// mutations, the triggers' notes, the numbers of tickets and the jobs.
import { createdBy } from '../arguments/arguments.ts'
import { readEffects, type Effect } from '../effects.ts'
import type { Device } from '../device.ts'
import type { RememberedEntry } from '../device-outbox.ts'
import { LawBroken } from './law-broken.ts'
import type { World } from '../world.ts'

interface Applied {
  id: string
  userId: string
  name: string
}

export async function checkEffects(world: World) {
  const entries = new Map(world.devices.flatMap((device) => [...device.outbox.remembered]))
  const applied = await readApplied(world)
  for (const mutation of applied.values()) assertOwn(mutation, entries.get(mutation.id))
  for (const remembered of entries.values()) assertKept(remembered, applied)
  assertOnce(await readEffects(world.db), entries)
  await assertNumbers(world)
  await assertJobs(world)
}

async function readApplied({ db }: World): Promise<ReadonlyMap<string, Applied>> {
  const rows = await db.sql<Applied[]>`select id, user_id as "userId", name from applied_mutations`
  return new Map(rows.map((row) => [row.id, row]))
}

function assertOwn({ id, userId, name }: Applied, remembered: RememberedEntry | undefined) {
  if (remembered?.entry.userId === userId && remembered.entry.name === name) return
  throw new LawBroken(
    'own entries',
    `${name} ${id} was applied for ${userId}; its entry: ${JSON.stringify(remembered)}`,
  )
}

/** What left an outbox by itself was applied. */
function assertKept({ entry, fate }: RememberedEntry, applied: ReadonlyMap<string, Applied>) {
  const text = `${entry.name} ${entry.id} ${JSON.stringify(entry.args)}`
  if (fate === 'confirmed' && !applied.has(entry.id)) {
    throw new LawBroken('nothing refused disappears', `${text} left the outbox (${entry.state}) and was never applied`)
  }
}

function assertOnce(effects: readonly Effect[], entries: ReadonlyMap<string, RememberedEntry>) {
  const law = 'each accepted mutation has its effect once'
  const mutationOf = new Map<string, string>()
  for (const { xid, table, rowId } of effects) if (table === 'applied_mutations') mutationOf.set(xid, rowId)
  const inserted = new Map<string, Effect>()
  for (const effect of effects) {
    const key = `${effect.table} ${effect.rowId}`
    if (effect.by !== 'simulate' && !mutationOf.has(effect.xid))
      throw new LawBroken(law, `${effect.operation} ${key} by no mutation`)
    if (effect.operation === 'DELETE' && isDerived(effect.rowId)) inserted.delete(key)
    if (effect.operation !== 'INSERT') continue
    if (inserted.has(key)) throw new LawBroken(law, `${key} was inserted twice`)
    inserted.set(key, effect)
  }
  for (const id of mutationOf.values()) {
    const entry = entries.get(id)?.entry
    const table = entry && createdBy(entry.name)
    if (!table) continue
    const effect = inserted.get(`${table} ${String(entry.args['id'])}`)
    if (effect && mutationOf.get(effect.xid) === id) continue
    throw new LawBroken(law, `${entry.name} ${id} was applied without a row in ${table}`)
  }
}

/** Made of what the row joins (UUIDv5), so it comes again when they are joined again. */
const isDerived = (id: string) => id[14] === '5'

/** Counted without gaps, so a ticket that was made twice, or numbered and not made, shows. */
async function assertNumbers({ db }: World) {
  const [found] = await db.sql<{ last: number; made: number }[]>`
    select (select sum(last_number)::int from ticket_counters) as last,
      (select count(*)::int from simulate.effects where table_name = 'tickets' and operation = 'INSERT') as made`
  if (found?.last !== found?.made)
    throw new LawBroken('ticket numbers have no gaps', `${found?.made} made, the last is ${found?.last}`)
}

/** A message and the waking of its sender are of one transaction. */
async function assertJobs({ db }: World) {
  const rows = await db.sql<{ id: string; jobs: number }[]>`
    with woken as (
      select xmin::text as xid, count(*)::int as jobs from pgboss.job where data->>'name' = 'sender.wake' group by 1
    )
    select e.row_id as id, coalesce(w.jobs, 0) as jobs from simulate.effects e left join woken w on w.xid = e.xid::text
    where table_name = 'messages' and operation = 'INSERT' and by_name <> 'simulate'`
  const wrong = rows.find(({ jobs }) => jobs !== 1)
  if (wrong)
    throw new LawBroken('each accepted mutation has its effect once', `message ${wrong.id} has ${wrong.jobs} jobs`)
}

/**
 * What was applied is not shown as refused; empty when none is. The log tells a device so: one that was lost with the shapes
 * doesn't, and a person who tries again then learns that it was applied.
 */
export async function refusedThoughApplied(world: World, device: Device): Promise<string> {
  if (world.server.wasWiped) return ''
  const applied = await readApplied(world)
  const own = device.actor ? device.outbox.of(device.actor.userId) : []
  const wrong = own.filter((entry) => entry.state === 'refused' && applied.has(entry.id))
  return wrong.map(({ name, id, code }) => `${name} ${id} is shown as refused (${code}) and was applied`).join('\n')
}
