// What an answer looks like, for OpenAPI: from a table's own columns, so that it can't fall behind, and what is shown beside them.
import { getTableColumns, type Column } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { SyncedTable } from 'db/kit/define-table.ts'
import * as v from 'valibot'

export type AnswerSchema = v.ObjectSchema<v.ObjectEntries, undefined>

export const uuid = v.pipe(v.string(), v.uuid())
export const nullableUuid = v.nullable(uuid)
export const instant = v.pipe(v.string(), v.isoTimestamp())
export const nullableText = v.nullable(v.string())
/** Where a company's file is read: GET /media/:hash. */
export const mediaPath = v.nullable(v.pipe(v.string(), v.regex(/^\/api\/media\/[0-9a-f]{64}$/)))

/** The specification gives a row's id twice, under two names. */
export const named = { id: uuid, uuid }

/** Columns of a table that are shown, by their keys. */
export function columnEntries(table: PgTable, isShown: (column: Column, key: string) => boolean): v.ObjectEntries {
  const shown = Object.entries(getTableColumns(table)).filter(([key, column]) => isShown(column, key))
  return Object.fromEntries(
    shown.map(([key, column]) => [key, column.notNull ? valueOf(column) : v.nullable(valueOf(column))]),
  )
}

/** A row as REST shows it: the columns that leave the server, and what is shown beside or otherwise. */
export function rowAnswer({ table, columns }: SyncedTable, beside: v.ObjectEntries = {}): AnswerSchema {
  return v.object({ ...columnEntries(table, ({ name }) => columns.includes(name)), uuid, ...beside })
}

export const pageAnswer = (key: string, row: AnswerSchema, beside: v.ObjectEntries = {}): AnswerSchema =>
  v.object({ [key]: v.array(row), hasMore: v.boolean(), cursor: nullableText, ...beside })

function valueOf({ dataType, columnType, enumValues }: Column): v.GenericSchema {
  if (enumValues && enumValues.length > 0) return v.picklist(enumValues)
  if (columnType === 'PgUUID') return uuid
  switch (dataType) {
    case 'string':
      return v.string()
    case 'number':
      return v.number()
    case 'boolean':
      return v.boolean()
    case 'date':
      return instant
    default:
      return v.unknown()
  }
}
