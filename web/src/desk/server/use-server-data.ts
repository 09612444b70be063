// What only the server knows, asked for by whoever shows it: read again when the network is back and when the tab is looked at again.
// Invariant: what was read stays on the screen, with its time, until something newer comes.
import * as v from 'valibot'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { authorizedFetch, currentSession, errorOf, keepAnswer, keptAnswer } from '../../sync/session-client.ts'
import { useAnswered } from './use-online.ts'

export interface ServerData<T> {
  data: T | null
  /** When `data` was read. */
  at: Date | null
  /** Why the last attempt failed; offline is no failure. */
  error: unknown
  reload(): void
}

interface ServerDataOptions {
  /** What was read stays on the device, with its time, for a start without network. */
  kept?: boolean
}

/** `path` below /api; null: nothing is asked. */
export function useServerData<Schema extends v.GenericSchema>(
  path: string | null,
  schema: Schema,
  { kept = false }: ServerDataOptions = {},
): ServerData<v.InferOutput<Schema>> {
  const online = useAnswered()
  const [result, setResult] = useState<Read<v.InferOutput<Schema>> | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((before) => before + 1), [])

  useEffect(() => {
    if (path === null || !online) return
    const gone = new AbortController()
    const read = async () => {
      const response = await authorizedFetch(`/api${path}`, { signal: gone.signal })
      if (!response.ok) throw await errorOf(response)
      const [answer, at]: [unknown, Date] = [await response.json(), new Date()]
      const data = v.parse(schema, answer)
      if (gone.signal.aborted) return
      setResult({ path, data, at })
      setError(null)
      if (kept) keep(path, answer, at)
    }
    read().catch((problem: unknown) => gone.signal.aborted || setError(problem))
    return () => gone.abort()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a turn is another attempt
  }, [path, schema, online, turn, kept])

  useKept(kept ? path : null, schema, (known) => setResult((newer) => (newer?.path === known.path ? newer : known)))

  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && reload()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [reload])

  const current = result?.path === path ? result : null
  return { data: current?.data ?? null, at: current?.at ?? null, error, reload }
}

interface Read<T> {
  path: string
  data: T
  at: Date
}

/** What was read of it in an earlier run, unless it is of an app that understood it otherwise. */
function useKept<Schema extends v.GenericSchema>(
  path: string | null,
  schema: Schema,
  onKnown: (known: Read<v.InferOutput<Schema>>) => void,
) {
  const known = useEffectEvent(onKnown)
  useEffect(() => {
    const session = currentSession()
    if (path === null || !session) return
    let isOver = false
    const recall = async () => {
      const kept = await keptAnswer(session.user.id, path)
      const parsed = kept && v.safeParse(schema, kept.answer)
      if (kept && parsed?.success && !isOver) known({ path, data: parsed.output, at: kept.at })
    }
    recall().catch((problem: unknown) => console.error('kept answer', problem))
    return () => {
      isOver = true
    }
  }, [path, schema])
}

function keep(path: string, answer: unknown, at: Date) {
  const session = currentSession()
  if (!session) return
  keepAnswer(session.user.id, path, { answer, at }).catch((problem: unknown) => console.error('kept answer', problem))
}
