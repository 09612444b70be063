// At rest every device has what its user may see now, nothing more and nothing less, and its outbox holds only what was refused and
// what that holds back.
import { sql } from 'drizzle-orm'
import type { UserActor } from 'db/kit/actor.ts'
import { profiles } from 'db/kit/actor.ts'
import type { Database } from 'db/node/connect.ts'
import { syncedName } from 'db/kit/sql/local-names.ts'
import { storedTables } from '../../src/sync/local/local-schema.ts'
import { heldEntries } from '../../src/sync/outbox/sendable.ts'
import type { Device } from '../device.ts'
import { byId, difference, textColumns, textRows, type TextRows } from '../rows.ts'

/** By table. */
export type ScopedRows = ReadonlyMap<string, TextRows>

/** Why the outbox is not at rest; empty when it is. */
export function unsent(device: Device): string {
  const { actor, leader } = device
  if (!actor || !leader) return `${device.name} has no leader`
  if (device.hasOpenAsks) return `${device.name}: the leader has not answered a tab`
  const entries = device.outbox.of(actor.userId)
  const held = heldEntries(entries)
  const open = entries.filter((entry) => entry.state !== 'refused' && !held.has(entry.id))
  const shown = leader.pending()
  const missing = entries.filter((entry) => held.has(entry.id) !== shown.some(({ id }) => id === entry.id))
  const lines = [...open, ...missing].map(
    ({ id, name, state, args }) => `${state} ${name} ${id} ${JSON.stringify(args)}`,
  )
  return lines.length === 0 ? '' : `${device.name} still has\n  ${lines.join('\n  ')}`
}

/** What SELECT has in the scope that the user has by now. */
export async function expectedRows(db: Database, userId: string): Promise<ScopedRows> {
  const actor = await currentActor(db, userId)
  const tables = storedTables.map(async ({ name, table, columns, scope }) => {
    const rows = await db.orm.execute(sql`select ${sql.raw(textColumns(columns))} from ${table} where ${scope(actor)}`)
    return [name, byId(rows as unknown as Record<string, string | null>[])] as const
  })
  return new Map(await Promise.all(tables))
}

/** Empty when the device has just these. */
export async function outOfScope(device: Device, expected: ScopedRows): Promise<string> {
  const { database, leader } = device
  if (!database || !leader) return `${device.name} has no leader`
  if (leader.status().phase !== 'live') return `${device.name} is ${leader.status().phase}`
  for (const { name, columns } of storedTables) {
    const found = difference(
      await textRows(database, syncedName(name), columns),
      expected.get(name) ?? new Map<string, string>(),
      ['on the device', 'on the server'],
    )
    if (found) return `${device.name}, ${name}:\n${found}`
  }
  return ''
}

export async function currentActor({ sql: query }: Database, userId: string): Promise<UserActor> {
  const [user] = await query<{ companyId: string; name: string; profile: string; queueIds: string[] }[]>`
    select company_id as "companyId", name, profile,
      array(select queue_id::text from user_queues where user_id = u.id) as "queueIds" from users u where id = ${userId}`
  const profile = profiles.find((known) => known === user?.profile)
  if (!user || !profile) throw new Error(`no user ${userId}`)
  return { kind: 'user', userId, super: false, ...user, profile }
}
