// What the rows of a query are, said once: from it come their TypeScript type, the columns that the server sends, and how their JSON is
// read again. A test compares it with what Postgres says of the query's columns, on both sides.
import { getTableColumns, type InferSelectModel, type Table } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { identifier, listed, sql, type SqlText } from './sql-text.ts'

/** As Postgres calls them, and how their JSON is read. */
const fromJson = {
  uuid: v.string(),
  text: v.string(),
  integer: v.number(),
  'double precision': v.number(),
  boolean: v.boolean(),
  'timestamp with time zone': v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
  jsonb: v.unknown(),
  'uuid[]': v.array(v.string()),
} as const satisfies Record<string, v.GenericSchema>

type SqlType = keyof typeof fromJson

export interface ColumnType<T = unknown> {
  /** As Postgres calls it. */
  readonly sqlType: SqlType
  readonly isNullable: boolean
  /** Type only. */
  readonly value?: T
}

/** By their names in TypeScript: `closedAt` is the column closed_at. */
export type RowType = Readonly<Record<string, ColumnType>>
export type RowIn<R extends RowType> = { [K in keyof R]: R[K] extends ColumnType<infer T> ? T : never }

const of = <T>(sqlType: SqlType): ColumnType<T> => ({ sqlType, isNullable: false })

export const uuid = of<string>('uuid')
export const text = of<string>('text')
export const integer = of<number>('integer')
export const bool = of<boolean>('boolean')
/** Whole numbers up to 2^53 are exact. */
export const double = of<number>('double precision')
export const instant = of<Date>('timestamp with time zone')
export const uuids = of<string[]>('uuid[]')
/** What is in it is the query's word. */
export const json = <T>(): ColumnType<T> => of('jsonb')
export const nullable = <T>(type: ColumnType<T>): ColumnType<T | null> => ({ ...type, isNullable: true })

/** Columns of a table, as it has them. */
export function columnsOf<T extends PgTable, K extends keyof InferSelectModel<T> & string>(
  table: T,
  ...keys: readonly K[]
): { [Key in K]: ColumnType<InferSelectModel<T>[Key]> } {
  const columns: Record<string, PgColumn> = getTableColumns<Table>(table) as Record<string, PgColumn>
  const entries = keys.map((key) => [key, typeOf(columns[key])] as const)
  return Object.fromEntries(entries) as { [Key in K]: ColumnType<InferSelectModel<T>[Key]> }
}

function typeOf(column: PgColumn | undefined): ColumnType {
  const sqlType = column?.getSQLType()
  if (!column || !isKnown(sqlType)) throw new Error(`no column for a query: ${column?.name} ${sqlType}`)
  return { sqlType, isNullable: !column.notNull }
}

const isKnown = (type: string | undefined): type is SqlType => type !== undefined && Object.hasOwn(fromJson, type)

export const columnName = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns by their names: `t."id", t."closed_at"`. */
export const namesIn = (row: RowType, alias?: string): SqlText =>
  listed(
    Object.keys(row).map((key) => {
      const name = identifier(columnName(key))
      return alias === undefined ? name : sql`${identifier(alias)}.${name}`
    }),
  )

/** Reads a row that came as JSON. */
export function rowSchema(row: RowType): v.GenericSchema<unknown, Record<string, unknown>> {
  const entries = Object.entries(row).map(([key, { sqlType, isNullable }]) => {
    const schema: v.GenericSchema = fromJson[sqlType]
    return [key, isNullable ? v.nullable(schema) : schema] as const
  })
  return v.object(Object.fromEntries(entries))
}
