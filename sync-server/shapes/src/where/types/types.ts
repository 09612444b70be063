// Types as where clauses know them: what a column's or a constant's values can be compared with.
import type { Column } from '../../catalog.ts'

/** Values of one kind can be compared with each other. `opaque` ones can only be asked whether they are NULL. */
export type Kind =
  | 'text'
  | 'char'
  | 'bool'
  | 'uuid'
  | 'number'
  | 'time'
  | 'clock'
  | 'interval'
  | 'bytes'
  | 'enum'
  | 'opaque'

export interface Type {
  /** pg_type.typname. */
  name: string
  kind: Kind
  /** An enum's values, in their order. */
  labels?: readonly string[]
}

const kinds: Readonly<Record<string, Kind>> = {
  text: 'text',
  varchar: 'text',
  bpchar: 'char',
  bool: 'bool',
  uuid: 'uuid',
  bytea: 'bytes',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float4: 'number',
  float8: 'number',
  date: 'time',
  timestamp: 'time',
  timestamptz: 'time',
  time: 'clock',
  interval: 'interval',
}

/** Null for names that no type of Postgres' own has, of those that clauses may use. */
export function typeNamed(name: string): Type | null {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  return kind ? { name, kind } : null
}

/** The first OID of what a database's users make. */
const firstOwnOid = 16_384
/** int2vector and oidvector: catalogued as arrays, printed otherwise. */
const vectors = new Set([22, 30])

/**
 * The type of an array's elements is the array's. Null for types of the database's own but enums: domains and composites may have the name of another type,
 * and a composite may be NULL and have a text.
 */
export function typeOf({ type: name, typeOid, isEnum, labels, dims }: Column): Type | null {
  if (isEnum) return { name, kind: 'enum', labels: labels ?? [] }
  if (vectors.has(typeOid)) return { name, kind: 'opaque' }
  // An array is NULL or not, whatever is in it.
  if (typeOid >= firstOwnOid) return dims > 0 ? { name, kind: 'opaque' } : null
  return typeNamed(name) ?? { name, kind: 'opaque' }
}

export const integers: readonly string[] = ['int2', 'int4', 'int8']

/** Types whose equal values are always printed alike, so that texts can be looked up. */
export const isCanonical = ({ name, kind }: Type) =>
  ['text', 'bool', 'uuid', 'enum', 'bytes'].includes(kind) || integers.includes(name)

/** Each is implicitly cast to those that follow. */
const widening: readonly (readonly string[])[] = [
  ['int2', 'int4', 'int8', 'numeric', 'float4', 'float8'],
  ['date', 'timestamp', 'timestamptz'],
]

export function widerOf(a: Type, b: Type): Type | null {
  if (a.name === b.name || (a.kind === 'text' && b.kind === 'text')) return a
  const chain = widening.find((names) => names.includes(a.name))
  if (!chain?.includes(b.name)) return null
  return chain.indexOf(a.name) > chain.indexOf(b.name) ? a : b
}
