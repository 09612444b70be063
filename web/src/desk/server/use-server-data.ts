// What only the server knows, asked for by whoever shows it: read again when the network is back and when the tab is looked at again.
// Invariant: what was read stays on the screen, with its time, until something newer comes.
import * as v from 'valibot'
import { useCallback, useEffect, useState } from 'react'
import { authorizedFetch, errorOf } from '../../sync/client.ts'
import { useAnswered } from './use-online.ts'

export interface ServerData<T> {
  data: T | null
  /** When `data` was read. */
  at: Date | null
  /** Why the last attempt failed; offline is no failure. */
  error: unknown
  reload(): void
}

/** `path` below /api; null: nothing is asked. */
export function useServerData<Schema extends v.GenericSchema>(
  path: string | null,
  schema: Schema,
): ServerData<v.InferOutput<Schema>> {
  const online = useAnswered()
  const [result, setResult] = useState<{ path: string; data: v.InferOutput<Schema>; at: Date } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((before) => before + 1), [])

  useEffect(() => {
    if (path === null || !online) return
    const gone = new AbortController()
    const read = async () => {
      const response = await authorizedFetch(`/api${path}`, { signal: gone.signal })
      if (!response.ok) throw await errorOf(response)
      const data = v.parse(schema, await response.json())
      if (gone.signal.aborted) return
      setResult({ path, data, at: new Date() })
      setError(null)
    }
    read().catch((problem: unknown) => gone.signal.aborted || setError(problem))
    return () => gone.abort()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a turn is another attempt
  }, [path, schema, online, turn])

  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && reload()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [reload])

  const current = result?.path === path ? result : null
  return { data: current?.data ?? null, at: current?.at ?? null, error, reload }
}
