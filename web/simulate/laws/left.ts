// What left the outbox is in the synced rows: an entry that leaves too early takes its row off the screen until the server's comes.
// Looked at on rows that mutations made and nobody has touched since.
import type { PGlite } from '@electric-sql/pglite'
import { and, eq } from 'drizzle-orm'
import type { SyncedTable } from 'db/kit/define-table.ts'
import { syncedName } from 'db/kit/sql/local-names.ts'
import type { Database } from 'db/node/connect.ts'
import { storedTables } from '../../src/sync/local/local-schema.ts'
import type { OutboxEntry } from '../../src/sync/outbox/outbox.ts'
import { createdBy } from '../arguments/arguments.ts'
import { LawBroken } from './law-broken.ts'
import { currentActor } from './scope.ts'

export async function checkLeft(db: Database, device: PGlite, entries: readonly OutboxEntry[]) {
  for (const entry of entries) {
    const table = storedTables.find(({ name }) => name === createdBy(entry.name))
    const id = String(entry.args['id'])
    // The device is asked first: what comes after must not pass for what was there.
    if (!table || !(await lacks(device, syncedName(table.name), id))) continue
    if (!(await isUntouched(db, id)) || !(await isInScope(db, entry.userId, table, id))) continue
    const message = `the device has no ${table.name} ${id} of ${entry.name} ${entry.id}`
    throw new LawBroken('what left the outbox is in the synced rows', message)
  }
}

/**
 * Asked of the database that they were in: the device may have another one by now. Not of its views: a later mutation that is
 * pending takes the row away there.
 */
async function lacks(database: PGlite, name: string, id: string): Promise<boolean> {
  try {
    return (await database.query(`select from ${name} where id = $1`, [id])).rows.length === 0
  } catch (error) {
    // It went with its session.
    if (database.closed) return false
    throw error
  }
}

async function isUntouched({ sql }: Database, id: string) {
  const [row] = await sql<{ once: boolean }[]>`select count(*) = 1 as once from simulate.effects where row_id = ${id}`
  return row?.once === true
}

async function isInScope(db: Database, userId: string, { table, scope }: SyncedTable, id: string) {
  const actor = await currentActor(db, userId)
  const found = await db.orm
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), scope(actor)))
  return found.length > 0
}
