// TRUNCATE, and columns that come and go. Clients of the table have to fetch again; no others.
import { transact, withConnection } from './connection.ts'
import { Failure } from './failure.ts'
import type { Random } from 'db/node/random.ts'
import { tables, type TableName } from './tables.ts'
import type { World } from './world.ts'

export interface Alteration {
  at: number
  table: TableName
  kind: 'truncate' | 'alter'
  statements: readonly string[]
}

/** A changed definition is announced with the next change of the table. */
const touch: Record<TableName, string> = {
  items: `insert into items (id, company_id, n) values (md5('touch')::uuid, 0, 1) on conflict (id) do update set n = items.n + 1`,
  notes: `insert into notes (company_id, id, note, n) values (0, 0, 'touch', 0) on conflict (company_id, id) do update set note = notes.note || '!'`,
  loose: `with gone as (delete from loose where company_id = 0) insert into loose (company_id, n, note) values (0, (select coalesce(max(n), 0) + 1 from loose where company_id = 0), 'touch')`,
  documents: `insert into documents (id, company_id, n) values (0, 0, 1) on conflict (id) do update set n = documents.n + 1`,
}

/** `extended` has the tables with the additional column. */
export function randomAlterations(
  random: Random,
  round: number,
  total: number,
  extended: Set<TableName>,
): Alteration[] {
  const found: Alteration[] = []
  const at = () => random.int(0, total)
  if (random.chance(0.2)) {
    const table = random.pick(tables).name
    found.push({ at: at(), table, kind: 'truncate', statements: [`truncate ${table}`] })
  }
  if (random.chance(0.2)) {
    const table = random.pick(tables).name
    const ddl = extended.delete(table)
      ? `alter table ${table} drop column if exists extra`
      : `alter table ${table} add column if not exists extra text default 'since ${round}'`
    if (ddl.includes('add column')) extended.add(table)
    found.push({ at: at(), table, kind: 'alter', statements: [ddl, touch[table]] })
  }
  return found
}

const attempts = 50

/** Again until it is done: Postgres may be lost, and writers lock the other way round. */
export async function alter({ server }: World, { statements }: Alteration) {
  let last: unknown
  for (let attempt = 0; attempt < attempts; attempt++) {
    await server.running()
    try {
      await withConnection(server.url, (client) =>
        transact(client, async () => {
          for (const text of statements) await client.query(text)
        }),
      )
      return
    } catch (error) {
      last = error
    }
  }
  throw new Failure(`could not ${statements.join('; ')}: ${String(last)}`)
}
