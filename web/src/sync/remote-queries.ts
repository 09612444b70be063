// The query interface of a device without a local database: the same texts, run by the server in the user's scope.
import { types, type QueryOptions, type Results } from '@electric-sql/pglite'
import * as v from 'valibot'
import { errorOf } from './session.ts'
import type { Send } from './transport.ts'

const resultSchema = v.object({
  fields: v.array(v.object({ name: v.string(), type: v.number() })),
  rows: v.array(v.array(v.nullable(v.string()))),
})

/** Array types that queries return: OID → its elements'. A local Postgres tells its own. */
const elementType = new Map(
  [
    [types.TEXT, 1009],
    [types.UUID, 2951],
    [types.INT4, 1007],
  ].map(([element, array]) => [array, element] as const),
)

export interface RemoteQueries {
  /** Rows as arrays. @throws AppError; TypeError when the network fails. */
  query<Row>(text: string, params?: readonly unknown[], options?: QueryOptions): Promise<Results<Row>>
}

export function createRemoteQueries(send: Send, signal: AbortSignal): RemoteQueries {
  return {
    async query<Row>(text: string, params: readonly unknown[] = []) {
      const response = await send('/api/query', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text, params }),
        signal,
      })
      if (response.status >= 500) throw new TypeError('the server does not answer')
      if (!response.ok) throw await errorOf(response)
      const { fields, rows } = v.parse(resultSchema, await response.json())
      const parsed = rows.map((row) => row.map((value, index) => parse(value, fields[index]?.type ?? types.TEXT)))
      return {
        rows: parsed as Row[],
        fields: fields.map(({ name, type }) => ({ name, dataTypeID: type })),
        affectedRows: 0,
      }
    },
  }
}

/** As the local Postgres' client does it. */
function parse(value: string | null, type: number): unknown {
  if (value === null) return null
  const element = elementType.get(type)
  return element === undefined
    ? types.parseType(value, type)
    : types.arrayParser(value, (text: string) => types.parseType(text, element), type)
}
