// One source of hits, read page by page. Until the first page for what is typed now is there, those of before stay. A page is read at a time, and
// what was overtaken by another letter before its turn is never read: whoever types fast waits for one search and not for one a letter.
import { createTurns } from 'db/kit/turns.ts'
import { useEffect, useRef, useState } from 'react'
import { isNetworkError } from '../../../../lib/data/network-error.ts'
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
  /** The last answer came then; null: there was none. */
  answeredAt: Date | null
  more(): void
  /** What failed, once more. */
  retry(): void
}

interface State<Cursor> extends Page<Cursor> {
  key: string | null
  answeredAt: Date | null
  /** After which page it failed; null: it did not. */
  failedAfter: { cursor: Cursor | null } | null
}

const unasked: HitPages = {
  hits: [],
  complete: true,
  stale: false,
  loading: false,
  failed: false,
  answeredAt: null,
  more: () => undefined,
  retry: () => undefined,
}

/** `key`: what is searched for; null: this source is not asked. */
export function useHitPages<Cursor>(key: string | null, read: PageReader<Cursor>): HitPages {
  const [state, setState] = useState<State<Cursor>>({
    key: null,
    hits: [],
    next: null,
    answeredAt: null,
    failedAfter: null,
  })
  const [loading, setLoading] = useState(false)
  const request = useRef<AbortController>(undefined)
  const [serial] = useState(createTurns)

  const load = (after: Cursor | null, before: readonly Hit[]) => {
    request.current?.abort()
    const own = new AbortController()
    request.current = own
    setLoading(true)
    serial(async () => (own.signal.aborted ? null : read(after, own.signal)))
      .then((page) => {
        if (!page || own.signal.aborted) return undefined
        const hits = [...before, ...page.hits]
        return setState({ key, hits, next: page.next, answeredAt: new Date(), failedAfter: null })
      })
      .catch((error: unknown) => {
        if (own.signal.aborted) return
        if (!isNetworkError(error)) console.error('search', error)
        const { answeredAt } = state
        setState({ key, hits: before, next: null, answeredAt, failedAfter: { cursor: after } })
      })
      .finally(() => !own.signal.aborted && setLoading(false))
  }
  useEffect(() => {
    if (key !== null) load(null, [])
    return () => request.current?.abort()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key stands for what is read
  }, [key])

  if (key === null) return unasked
  const { hits, next, answeredAt, failedAfter } = state
  const stale = state.key !== key
  return {
    hits,
    stale,
    loading,
    failed: failedAfter !== null,
    answeredAt,
    complete: !stale && next === null,
    more: () => !loading && !stale && next !== null && load(next, hits),
    retry: () => !loading && !stale && failedAfter !== null && load(failedAfter.cursor, hits),
  }
}
