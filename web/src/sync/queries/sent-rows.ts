// Rows of a query as the server sends them, read as a local Postgres would give them.
import { definitionOf } from 'db/kit/define-query.ts'
import { rowSchema } from 'db/kit/sql/row-type.ts'
import * as v from 'valibot'
import type { ResultRow } from '../tabs/protocol.ts'

const schemas = new Map<string, ReturnType<typeof newSchema>>()
const newSchema = (name: string) => v.array(rowSchema(definitionOf(name)?.row ?? {}))

/** @throws ValiError for rows that are none of this query's. */
export function rowsOf(name: string, sent: readonly unknown[]): readonly ResultRow[] {
  const schema = schemas.get(name) ?? newSchema(name)
  schemas.set(name, schema)
  return v.parse(schema, sent)
}
