import { useState } from 'react'
import type { QueryCall } from 'db/kit/define-query.ts'
import { useQuery } from '../sync/client.ts'

/** A live query that shows the last result of the one before until its own is there. */
export function useKeptQuery<Row>(query: QueryCall<Row> | null): {
  rows: readonly Row[]
  ready: boolean
  whole: boolean
} {
  const result = useQuery(query)
  const [last, setLast] = useState(result)
  if (result.ready && result !== last) setLast(result)
  return result.ready ? result : last
}
