// An edit that met a newer one: what merges and what a person has to choose, field by field. Pure.

export interface Change {
  /** What the editor saw; absent: overwrite whatever is there. */
  from?: unknown
  to: unknown
}

export interface Conflict extends Change {
  /** What somebody else has written meanwhile. */
  current: unknown
}

export interface Merged {
  /** Fields to write. */
  values: Record<string, unknown>
  conflicts: Record<string, Conflict>
}

/** A field conflicts when it is neither what the editor saw nor what the editor wants. */
export function mergeChanges(
  row: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, Change>>,
): Merged {
  const merged: Merged = { values: {}, conflicts: {} }
  for (const [field, change] of Object.entries(changes)) {
    const current = row[field]
    const isFree = change.from === undefined || isSame(current, change.from) || isSame(current, change.to)
    if (isFree) merged.values[field] = change.to
    else merged.conflicts[field] = { ...change, current: plain(current) }
  }
  return merged
}

/** As JSON has it: what the editor saw went over the wire as text. */
const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))
/** By what they say: as JSON, in whichever order their keys are. */
export const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

/** jsonb keeps the keys of objects in an order of its own. */
const canonical = (value: unknown) =>
  JSON.stringify(value === undefined ? null : value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a row that an edit changes, with what the editor saw: the args of an update. */
export function changesBetween<Row extends object, Values extends Partial<Row>>(before: Row, after: Values) {
  const entries = Object.entries(after).filter(([key, to]) => !isSame(to, before[key as keyof Row]))
  return Object.fromEntries(entries.map(([key, to]) => [key, { from: before[key as keyof Row], to }])) as {
    [K in keyof Values]?: { from: Row[K & keyof Row]; to: Values[K] & {} }
  }
}
