// The rows of a resource as its list shows them: a window that grows, those that the server refused to make, what of each has not arrived.
import { useMemo, useState } from 'react'
import { listedRows } from '../components/resource-list/unsent-rows.ts'
import { useKeptQuery } from '../desk/use-kept-query.ts'
import { useRested } from '../desk/use-rested.ts'
import { useOutbox, type OutboxEntry } from '../sync/client.ts'
import type { ListedRow, Resource } from './resource.ts'

const step = 60

export interface Rows<Row> {
  rows: readonly ListedRow<Row>[]
  /** How many there are that match; undefined until it is known. */
  count: number | undefined
  loading: boolean
  /** There are more than `rows`. */
  more(): void
}

export function useRows<Row extends { id: string }>(resource: Resource<Row>, typed: string): Rows<Row> {
  const term = useRested(typed)
  const [limits, setLimits] = useState<{ term: string; limit: number }>({ term, limit: step })
  const limit = limits.term === term ? limits.limit : step
  const outbox = useOutbox()
  const { rows, ready, whole } = useKeptQuery(resource.window({ term, limit }))
  const { rows: counted } = useKeptQuery(resource.count({ term }))
  const listed = useMemo(() => {
    // What the server refused to make is found by the search as little as by the server.
    const all = listedRows(rows, outbox, resource.noun, (entry) => rowOf(resource, entry))
    const unmade = all.slice(rows.length)
    return [...(term === '' ? unmade : []), ...all.slice(0, rows.length)]
  }, [rows, outbox, resource, term])
  return {
    rows: listed,
    count: counted[0]?.count,
    loading: !ready || (listed.length === 0 && !whole),
    more: () => rows.length === limit && setLimits({ term, limit: limit + step }),
  }
}

/** The row that a refused create would have made; it is in no table, and an older app left later columns out. */
export function rowOf<Row extends { id: string }>({ blank }: Pick<Resource<Row>, 'blank'>, { args }: OutboxEntry): Row {
  return { ...blank(), ...args } as unknown as Row
}
