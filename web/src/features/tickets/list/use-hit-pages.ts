// One source of hits, read page by page. Until the first page for what is typed now is there, those of before stay.
import { useEffect, useRef, useState } from 'react'
import { isNetworkError } from '../../../lib/network-error.ts'
import type { Hit, Told } from './merge-hits.ts'

interface Page<Cursor> {
  hits: readonly Hit[]
  /** Null: the end. */
  next: Cursor | null
}

export type PageReader<Cursor> = (after: Cursor | null, signal: AbortSignal) => Promise<Page<Cursor>>

export interface HitPages extends Told {
  /** What it shows belongs to another search: its own is being read. */
  stale: boolean
  loading: boolean
  failed: boolean
  more(): void
}

interface State<Cursor> extends Page<Cursor> {
  key: string | null
  failed: boolean
}

const unasked: HitPages = {
  hits: [],
  complete: true,
  stale: false,
  loading: false,
  failed: false,
  more: () => undefined,
}

/** `key`: what is searched for; null: this source is not asked. */
export function useHitPages<Cursor>(key: string | null, read: PageReader<Cursor>): HitPages {
  const [state, setState] = useState<State<Cursor>>({ key: null, hits: [], next: null, failed: false })
  const [loading, setLoading] = useState(false)
  const request = useRef<AbortController>(undefined)

  const load = (after: Cursor | null, before: readonly Hit[]) => {
    request.current?.abort()
    const own = new AbortController()
    request.current = own
    setLoading(true)
    read(after, own.signal)
      .then(
        ({ hits, next }) => !own.signal.aborted && setState({ key, hits: [...before, ...hits], next, failed: false }),
      )
      .catch((error: unknown) => {
        if (own.signal.aborted) return
        if (!isNetworkError(error)) console.error('search', error)
        setState({ key, hits: before, next: null, failed: true })
      })
      .finally(() => !own.signal.aborted && setLoading(false))
  }
  useEffect(() => {
    if (key !== null) load(null, [])
    return () => request.current?.abort()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key stands for what is read
  }, [key])

  if (key === null) return unasked
  const { hits, next, failed } = state
  const stale = state.key !== key
  return {
    hits,
    stale,
    loading,
    failed,
    complete: !stale && next === null,
    more: () => !loading && !stale && next !== null && load(next, hits),
  }
}
