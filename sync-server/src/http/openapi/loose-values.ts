// What the specification's client writes otherwise than JSON has it: 0 and 1 for booleans, texts of its fields for numbers, '' and false where
// nothing was chosen. Read by what the field's own schema wants, so that every route takes the same forms. Pure; what it doesn't know stays
// as it is, for the schema to refuse.
import type * as v from 'valibot'

export type Body = Readonly<Record<string, unknown>>

export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function looseValues(entries: v.ObjectEntries, body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const schema = Object.hasOwn(entries, key) ? entries[key] : undefined
      return [key, schema === undefined ? value : looseValue(schema, value)]
    }),
  )
}

const booleans = new Map<unknown, boolean>([
  [0, false],
  ['0', false],
  ['false', false],
  [1, true],
  ['1', true],
  ['true', true],
])

function looseValue(schema: v.GenericSchema | v.GenericSchemaAsync, value: unknown): unknown {
  const { type, isNullable } = wanted(schema)
  if (type === 'boolean') return booleans.get(value) ?? value
  if (isNullable && (value === '' || value === false)) return null
  if (type === 'number' && typeof value === 'string' && /^\s*-?\d{1,15}(\.\d+)?\s*$/.test(value)) return Number(value)
  return value
}

interface Wanted {
  type: string
  isNullable: boolean
}

/** Behind `optional` and the like. */
function wanted(schema: v.GenericSchema | v.GenericSchemaAsync): Wanted {
  if (!('wrapped' in schema)) return { type: schema.type, isNullable: schema.type === 'null' }
  const inner = wanted(schema.wrapped as v.GenericSchema)
  return { ...inner, isNullable: inner.isNullable || schema.type === 'nullable' || schema.type === 'nullish' }
}
