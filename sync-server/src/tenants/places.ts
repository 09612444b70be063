// Where requests name rows and files. Of a schema: every place that takes an id or a hash; of an example: every place that has one.

/** Keys from the outside in; '[]' stands for a place in a list. */
export type Place = string

interface Schema {
  format?: string
  pattern?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}

const hashPattern = '^[0-9a-f]{64}$'

/** Every place in a JSON schema that takes an id or a hash. */
export function placesInSchema(schema: Schema, place = ''): Place[] {
  const own = schema.format === 'uuid' || schema.pattern === hashPattern ? [place] : []
  const inner = Object.entries(schema.properties ?? {}).flatMap(([key, each]) =>
    placesInSchema(each, `${place}.${key}`),
  )
  const items = schema.items ? placesInSchema(schema.items, `${place}.[]`) : []
  const same = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((each) => placesInSchema(each, place))
  return [...new Set([...own, ...inner, ...items, ...same])]
}

export interface Named {
  place: Place
  /** Name of what is named there. */
  name: string
}

/** Every place in a value whose text contains one of `names`, with that name. */
export function placesInValue(value: unknown, names: Readonly<Record<string, string>>, place = ''): Named[] {
  if (typeof value === 'string') {
    return Object.entries(names).flatMap(([name, id]) => (value.includes(id) ? [{ place, name }] : []))
  }
  if (typeof value !== 'object' || value === null || value instanceof Blob) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    placesInValue(inner, names, `${place}.${Array.isArray(value) ? '[]' : key}`),
  )
}

/** The value with `from` replaced by `to` at that place alone. */
export function replacedAt(value: unknown, place: Place, from: string, to: string, here = ''): unknown {
  if (typeof value === 'string') return here === place ? value.replaceAll(from, to) : value
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  if (Array.isArray(value)) return value.map((inner) => replacedAt(inner, place, from, to, `${here}.[]`))
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    replacedAt(inner, place, from, to, `${here}.${key}`),
  ])
  return Object.fromEntries(entries)
}
