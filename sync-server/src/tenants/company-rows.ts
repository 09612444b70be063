// Everything that the database and the folders keep of one company, as checksums: what nobody of another company may change. Tables are asked
// of the database, so that a new one is part of it, or of the error that asks whose its rows are.
import type { Database } from 'db/node/connect.ts'
import { ofEverybody } from 'db/resources.ts'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** By table; 'jobs': those that name something of the company; 'files': content and unfinished uploads. */
export type CompanyRows = Readonly<Record<string, { rows: number; checksum: string }>>

/** Whose a row is, by a column that it has; `$1` is the company. */
const ownedBy: Readonly<Record<string, string>> = {
  company_id: 'company_id = $1',
  user_id: 'user_id in (select id from users where company_id = $1)',
  connection_id: 'connection_id in (select id from connections where company_id = $1)',
  message_id: 'message_id in (select id from messages where company_id = $1)',
}

/** Tables that have no company's column, with the SQL of the rows that must stay as they were for a company; `$1` is the company. */
const special: Readonly<Record<string, string>> = {
  companies: 'id = $1',
  plans: 'id = (select plan_id from companies where id = $1)',
  ...Object.fromEntries(ofEverybody.map(({ synced }) => [synced.name, 'true'])),
  schema_migrations: 'true',
  installation: 'true',
  // Counted by address and account, before anybody is known.
  login_attempts: 'false',
  // Of no company before it is opened.
  pending_signups: 'false',
  // Whoever knows somebody's e-mail may try a password: that is noted.
  // And what their own people copy, whose shapes the matrix compares, is noted as theirs.
  audit_entries: `company_id = $1 and action not in ('login.failed', 'conversations.copied')`,
}

/** Asks for a company's rows again and again; tables are looked up once. */
export async function companyRowsReader(db: Database, folder: string) {
  const text = await readingText(db)
  return async (companyId: string): Promise<CompanyRows> => {
    const rows = await db.sql.unsafe<{ name: string; rows: number; checksum: string }[]>(text, [companyId])
    const tables = rows.map(({ name, ...row }) => [name, row] as const)
    return Object.fromEntries([...tables, ['files', await filesOf(folder, companyId)]])
  }
}

/** Names of what differs. */
export const changedIn = (before: CompanyRows, after: CompanyRows) =>
  Object.keys({ ...before, ...after }).filter((name) => before[name]?.checksum !== after[name]?.checksum)

async function readingText({ sql }: Database): Promise<string> {
  const tables = await sql<{ name: string; columns: string[] }[]>`
    select table_name as name, array_agg(column_name::text) as columns
    from information_schema.tables join information_schema.columns using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by 1 order by 1`
  const parts = tables.map(({ name, columns }) =>
    checksumOf(name, `public."${name}" t where ${ownerOf(name, columns)}`),
  )
  return [...parts, checksumOf('jobs', jobsOf)].join(' union all ')
}

function ownerOf(name: string, columns: readonly string[]) {
  const owner = special[name] ?? Object.entries(ownedBy).find(([column]) => columns.includes(column))?.[1]
  if (owner === undefined) throw new Error(`whose are the rows of table ${name}?`)
  return owner
}

const checksumOf = (name: string, from: string) => `
  select '${name}' as name, count(*)::int as rows, md5(coalesce(string_agg(r.text, ',' order by r.text), '')) as checksum
  from (select ${textOf[name] ?? 't::text'} as text from ${from}) r`

/** SQL of a row's text: when its people were here last is written by their own requests, once a minute. */
const textOf: Readonly<Record<string, string>> = { logins: `(to_jsonb(t) - 'last_seen_at')::text` }

const jobsOf = `(
  select id, name, data from pgboss.job where exists (
    select from (select id from connections where company_id = $1 union all select id from messages where company_id = $1) own
    where strpos(job.data::text, own.id::text) > 0
  )) t`

async function filesOf(folder: string, companyId: string) {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = all
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => path.includes(companyId))
    .toSorted()
  const checksum = createHash('md5')
  for (const path of paths) checksum.update(path).update(await readFile(path))
  return { rows: paths.length, checksum: checksum.digest('hex') }
}
