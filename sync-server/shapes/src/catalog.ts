// What Postgres says of a table: columns in order, types, primary key, whether its changes can be followed.
// Read before a shape is made, kept until the table changes, and checked again inside every snapshot.
import type postgres from 'postgres'

/** A row as Postgres prints it: column name → text or null. */
export type Row = Readonly<Record<string, string | null>>

export interface Column {
  name: string
  /** pg_type.typname, e.g. int4, uuid, timestamptz; of an array its elements'. */
  type: string
  typeOid: number
  typeMod: number
  /** 0 for what is no array. */
  dims: number
  /** pg_type.typoutput, which prints its values: a domain's is that of the type below. */
  output: string
  isEnum: boolean
  /** An enum's labels in their order; null for other types. */
  labels: readonly string[] | null
  /** pg_collation.collname, or of the database's default its locale; null for what has none. */
  collation: string | null
  hasDefaultCollation: boolean
  notNull: boolean
  /** Position in the primary key, from 0; null when it is no part of it. */
  keyIndex: number | null
}

export interface Table {
  oid: number
  /** Equal while nothing of its columns and key has changed; cheaper to ask for than the rest. */
  fingerprint: string
  schema: string
  name: string
  /** Those whose changes can be seen. */
  columns: readonly Column[]
  /** Names of the others: generated ones, unless they are stored and the publication has them, which it can from Postgres 18 on. */
  unpublished: readonly string[]
  /** Names of the primary key's columns, in the key's order; empty when there is none. */
  key: readonly string[]
  /** Why its changes can't be followed; null when they can. */
  problem: string | null
  /** Whether it may be published: Postgres refuses updates of a published table with virtual columns. */
  isPublishable: boolean
}

/** What the change stream says of a table, ahead of its first change and after each that may have altered it. */
export interface Relation {
  oid: number
  schema: string
  name: string
  columns: readonly { name: string; typeOid: number; typeMod: number }[]
}

export interface TableName {
  schema: string
  name: string
}

export const tableId = (table: TableName) => `${table.schema}.${table.name}`

/** Equal while rows of the table look the same. */
export const signatureOf = ({ oid, columns }: Relation) =>
  JSON.stringify([oid, columns.map(({ name, typeOid, typeMod }) => [name, typeOid, typeMod])])

/** Equal while rows of the table look the same and are named the same. */
export const layoutOf = (table: Table) => `${signatureOf(table)} ${table.key.join()}`

export const layoutsOf = (tables: readonly Table[]) => tables.map(layoutOf).join(' ')

export const quoteIdent = (name: string) => `"${name.replaceAll('"', '""')}"`

/** SQL of a text that changes with the columns or the primary key of `c`, the query's row of pg_class. */
const fingerprint = (sql: postgres.ISql) => sql`concat(c.oid, ' ',
  (select string_agg(concat_ws(' ', attnum, attname, atttypid, atttypmod), ',' order by attnum)
    from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped), ' ',
  (select indkey from pg_index where indrelid = c.oid and indisprimary))`

/** Null when there is no such table. */
export async function readFingerprint(sql: postgres.ISql, { schema, name }: TableName): Promise<string | null> {
  const [row] = await sql<{ fingerprint: string }[]>`
    select ${fingerprint(sql)} as fingerprint from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relname = ${name} and c.relkind = 'r'`
  return row?.fingerprint ?? null
}

/** What else the catalog says of a column and its table. */
interface CatalogRow extends Column {
  oid: number
  fingerprint: string
  /** Of the table: REPLICA IDENTITY FULL. */
  full: boolean
  /** Of the table. */
  published: boolean
  /** Of the column. */
  followed: boolean
  virtual: boolean
}

/** internal_error, which nothing else of ours meets. */
const internalError = 'XX000'
/** Tables that are dropped one after the other while one is looked up. */
const mostDropped = 50

/**
 * Asks the catalog again as long as tables are dropped meanwhile: pg_publication_tables opens every published one that was there when the
 * statement began, and fails for one that is gone.
 */
async function whileDropped<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let again = 0; ; again++) {
    try {
      return await ask()
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === internalError
      if (!isGone || again === mostDropped) throw error
    }
  }
}

/** In one statement. In their order; null for one that there is not. */
export async function readTables(
  sql: postgres.ISql,
  publication: string,
  tables: readonly TableName[],
): Promise<(Table | null)[]> {
  const rows = await whileDropped(
    () => sql<(CatalogRow & { nth: number })[]>`
    with wanted as materialized (
      select nth::int, c.oid, ${fingerprint(sql)} as fingerprint, c.relreplident = 'f' as full, n.nspname, c.relname
      from jsonb_array_elements(${sql.json(tables.map(({ schema, name }) => ({ schema, name })))}) with ordinality named(value, nth)
      join pg_namespace n on n.nspname = value ->> 'schema'
      join pg_class c on c.relnamespace = n.oid and c.relname = value ->> 'name' and c.relkind = 'r'
    ), published as materialized (
      select schemaname, tablename, attnames from pg_publication_tables where pubname = ${publication}
    )
    select c.nth, c.oid, c.fingerprint, c.full, pt.attnames is not null as published,
      pt.attnames is null or a.attname = any(pt.attnames) as followed, a.attgenerated = 'v' as virtual,
      a.attname as name, coalesce(e.typname, t.typname) as type, a.atttypid as "typeOid", a.atttypmod as "typeMod",
      case when e.oid is null then 0 else greatest(a.attndims, 1) end as dims, t.typoutput::text as output,
      t.typtype = 'e' as "isEnum",
      (select json_agg(l.enumlabel order by l.enumsortorder) from pg_enum l where l.enumtypid = t.oid) as labels,
      case co.collname when 'default' then coalesce(to_jsonb(d) ->> 'datlocale', d.datcollate) else co.collname end as collation,
      coalesce(co.collname = 'default', false) as "hasDefaultCollation",
      a.attnotnull as "notNull", array_position(i.indkey::int2[], a.attnum) as "keyIndex"
    from wanted c
    left join published pt on pt.schemaname = c.nspname and pt.tablename = c.relname
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    left join pg_collation co on co.oid = a.attcollation
    join pg_database d on d.datname = current_database()
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    order by a.attnum`,
  )
  const rowsOf = Map.groupBy(rows, ({ nth }) => nth)
  return tables.map((table, index) => tableOf(rowsOf.get(index + 1) ?? [], table, publication))
}

function tableOf(rows: readonly CatalogRow[], table: TableName, publication: string): Table | null {
  const [first] = rows
  if (!first) return null
  const columns = rows.filter(({ followed }) => followed).map(columnOf)
  const key = columns
    .filter((column) => column.keyIndex !== null)
    .toSorted((a, b) => (a.keyIndex ?? 0) - (b.keyIndex ?? 0))
    .map((column) => column.name)
  return {
    oid: first.oid,
    fingerprint: first.fingerprint,
    schema: table.schema,
    name: table.name,
    columns,
    unpublished: rows.filter(({ followed }) => !followed).map(({ name }) => name),
    key,
    problem: problemOf(rows, table, publication),
    isPublishable: !rows.some(({ virtual }) => virtual),
  }
}

const columnOf = ({ name, type, typeOid, typeMod, dims, output, ...rest }: CatalogRow): Column => {
  const { isEnum, labels, collation, hasDefaultCollation, notNull, keyIndex } = rest
  return {
    name,
    type,
    typeOid,
    typeMod,
    dims,
    output,
    isEnum,
    labels,
    collation,
    hasDefaultCollation,
    notNull,
    keyIndex,
  }
}

function problemOf(rows: readonly CatalogRow[], { name }: TableName, publication: string): string | null {
  if (rows.some(({ virtual }) => virtual))
    return `${name} has virtual columns: published, Postgres would refuse its updates`
  if (rows.some(({ published }) => !published)) return `${name} is not in publication ${publication}`
  return rows.some(({ full }) => !full) ? `${name} needs REPLICA IDENTITY FULL` : null
}

/** A publication of everything that happens, empty when it is made. From Postgres 18 on it has the columns that are generated and stored. */
export async function ensurePublication(sql: postgres.ISql, publication: string) {
  const [found] = await sql<{ current: boolean; exists: boolean; generated: boolean }[]>`
    select current_setting('server_version_num')::int >= 180000 as current, p.oid is not null as exists,
      to_jsonb(p) ->> 'pubgencols' = 's' as generated
    from (select) as one left join pg_publication p on p.pubname = ${publication}`
  const name = quoteIdent(publication)
  const generated = '(publish_generated_columns = stored)'
  if (!found?.exists) {
    await sql.unsafe(`create publication ${name} ${found?.current ? `with ${generated}` : ''}`).catch(unlessThere)
  } else if (found.current && !found.generated) await sql.unsafe(`alter publication ${name} set ${generated}`)
}

/**
 * Makes a table's changes visible: waits for who is writing to it, whose changes would be missed otherwise. What is asked is asked
 * before that lock: the view opens every published table, and two who do it with a table locked wait for each other.
 */
export async function publishTable(sql: postgres.Sql, publication: string, table: TableName) {
  const name = `${quoteIdent(table.schema)}.${quoteIdent(table.name)}`
  const [member] = await whileDropped(
    () => sql`select 1 from pg_publication_tables
    where pubname = ${publication} and schemaname = ${table.schema} and tablename = ${table.name}`,
  )
  await whileDropped(() =>
    sql.begin(async (tx) => {
      await tx.unsafe(`set local lock_timeout = '5s'`)
      await tx.unsafe(`alter table ${name} replica identity full`)
      if (!member) await tx.unsafe(`alter publication ${quoteIdent(publication)} add table ${name}`)
    }),
  )
    .catch(unlessGone)
    .catch(unlessThere)
}

/** undefined_table, invalid_schema_name: whoever looks it up then finds none. */
function unlessGone(error: unknown) {
  const isGone = error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '3F000')
  if (!isGone) throw error
}

/** duplicate_object, unique_violation: another request was first. */
function unlessThere(error: unknown) {
  const isThere = error instanceof Error && 'code' in error && (error.code === '42710' || error.code === '23505')
  if (!isThere) throw error
}

/** @throws Error that says what a migration has to do. */
export async function verifyPublication(sql: postgres.ISql, publication: string) {
  const [found] = await whileDropped(
    () => sql<{ level: string; whole: boolean | null; filtered: string | null; partial: string | null }[]>`
    select current_setting('wal_level') as level,
      (select pubinsert and pubupdate and pubdelete and pubtruncate from pg_publication where pubname = ${publication}) as whole,
      string_agg(p.tablename, ', ') filter (where p.rowfilter is not null) as filtered,
      string_agg(p.tablename, ', ') filter (where c.relreplident <> 'f') as partial
    from pg_publication_tables p
    join pg_namespace n on n.nspname = p.schemaname
    join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    where p.pubname = ${publication}`,
  )
  if (!found) throw new Error('no answer from Postgres')
  if (found.level !== 'logical') throw new Error(`wal_level is ${found.level}, it must be logical`)
  if (found.whole === null) throw new Error(`publication ${publication} does not exist`)
  if (!found.whole) throw new Error(`publication ${publication} must publish insert, update, delete and truncate`)
  if (found.filtered !== null) throw new Error(`publication ${publication} has row filters on ${found.filtered}`)
  if (found.partial !== null) throw new Error(`these tables need REPLICA IDENTITY FULL: ${found.partial}`)
}

/** What rows are named by: the primary key, or without one all columns by name. */
export const keyed = ({ key, columns }: Pick<Table, 'key' | 'columns'>): readonly string[] =>
  key.length > 0 ? key : columns.map(({ name }) => name).toSorted()

/** The protocol's name of a row: `"schema"."table"/"pk1"/"pk2"`. */
export function keyOf(table: Table, row: Row): string {
  let key = relationPart(table)
  for (const name of keyed(table)) {
    const value = row[name]
    key += value === null || value === undefined ? '/_' : `/"${value.replaceAll('/', '//')}"`
  }
  return key
}

export const relationPart = ({ schema, name }: TableName) =>
  [schema, name].map((part) => `"${part.replaceAll('/', '//').replaceAll('.', '..')}"`).join('.')

/** electric-schema: how a client parses the texts it gets. */
export function schemaHeader(table: Table, columns: readonly string[]): string {
  const selected = table.columns.filter((column) => columns.includes(column.name))
  return JSON.stringify(Object.fromEntries(selected.map((column) => [column.name, columnSchema(column)])))
}

/** Postgres keeps lengths of texts with their 4-byte header, and precision and scale of numerics in two halves. */
function columnSchema({ type, typeMod, dims, notNull, keyIndex }: Column) {
  const modifier = typeMod - 4
  return {
    type,
    ...(dims > 0 && { dims }),
    ...(typeMod >= 4 && type === 'varchar' && { max_length: modifier }),
    ...(typeMod >= 4 && type === 'bpchar' && { length: modifier }),
    ...(typeMod >= 4 && type === 'numeric' && { precision: modifier >>> 16, scale: modifier & 0x7ff }),
    ...(notNull && { not_null: true }),
    ...(keyIndex !== null && { pk_index: keyIndex }),
  }
}
