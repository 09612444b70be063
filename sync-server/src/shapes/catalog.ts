// What Postgres says of a table: columns in order, types, primary key. Read before a shape is made and kept until the table changes.
import type postgres from 'postgres'

/** A row as Postgres prints it: column name → text or null. */
export type Row = Readonly<Record<string, string | null>>

export interface Column {
  name: string
  /** pg_type.typname, e.g. int4, uuid, timestamptz. */
  type: string
  notNull: boolean
  /** Position in the primary key, from 0; null when it is no part of it. */
  keyIndex: number | null
}

export interface Table {
  schema: string
  name: string
  columns: readonly Column[]
  /** Names of the primary key's columns, in the key's order; empty when there is none. */
  key: readonly string[]
}

export const tableId = (table: { schema: string; name: string }) => `${table.schema}.${table.name}`

export const quoteIdent = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Null when there is no such table. */
export async function readTable(sql: postgres.Sql, schema: string, name: string): Promise<Table | null> {
  const columns = await sql<Column[]>`
    select a.attname as name, t.typname as type, a.attnotnull as "notNull",
      array_position(i.indkey::int2[], a.attnum) as "keyIndex"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where n.nspname = ${schema} and c.relname = ${name} and c.relkind in ('r', 'p')
    order by a.attnum`
  if (columns.length === 0) return null
  const key = columns
    .filter((column) => column.keyIndex !== null)
    .toSorted((a, b) => (a.keyIndex ?? 0) - (b.keyIndex ?? 0))
    .map((column) => column.name)
  return { schema, name, columns: columns.map((column) => ({ ...column })), key }
}

/** The protocol's name of a row: `"schema"."table"/"pk1"/"pk2"`; without a primary key all columns by name. */
export function keyOf(table: Table, row: Row): string {
  const names = table.key.length > 0 ? table.key : table.columns.map((column) => column.name).toSorted()
  const values = names.map((name) => {
    const value = row[name]
    return value === null || value === undefined ? '_' : `"${value.replaceAll('/', '//')}"`
  })
  return [relationPart(table), ...values].join('/')
}

const relationPart = ({ schema, name }: Table) =>
  [schema, name].map((part) => `"${part.replaceAll('/', '//').replaceAll('.', '..')}"`).join('.')

/** electric-schema: how a client parses the texts it gets. */
export function schemaHeader(table: Table, columns: readonly string[]): string {
  const selected = table.columns.filter((column) => columns.includes(column.name))
  return JSON.stringify(
    Object.fromEntries(
      selected.map(({ name, type, notNull, keyIndex }) => {
        const array = type.startsWith('_')
        return [
          name,
          {
            type: array ? type.slice(1) : type,
            ...(array && { dims: 1 }),
            ...(notNull && { not_null: true }),
            ...(keyIndex !== null && { pk_index: keyIndex }),
          },
        ]
      }),
    ),
  )
}
