// What is new at many positions at once, a transaction at a time: one request of a device for everything that it follows.
import type { Standing } from './store/log-reader.ts'
import { Offset } from './offset.ts'
import type { Page } from './page.ts'
import type { Shape } from './shape.ts'
import type { ShapeStore } from './store/store.ts'

export interface ShapeNews {
  handle: string
  /** From where to go on. */
  offset: string
  /** JSON texts of the protocol's messages; none when only the position moves. */
  messages: readonly string[]
}

export interface Changes {
  /** In the order in which they were asked for. Null: nothing; `refetch`: what the client has of it is no use any more. */
  shapes: readonly (ShapeNews | 'refetch' | null)[]
  /** Commit position, decimal, up to which all of them are current; null when there is more. */
  upTo: string | null
  /** False when a transaction is too large for one answer, and goes on in the next. */
  whole: boolean
}

interface Waiting {
  /** How long to wait when nothing is new. */
  ms: number
  signal: AbortSignal
  isStopping(): boolean
}

/** `storeNow` throws when there is none. */
export async function changesAfter(
  storeNow: () => ShapeStore,
  asked: readonly Standing[],
  { ms, signal, isStopping }: Waiting,
): Promise<Changes> {
  const until = Date.now() + ms
  for (let left = ms; ; left = until - Date.now()) {
    const { pages, upTo, whole } = await storeNow().readTogether(asked)
    const store = storeNow()
    const isOver = left <= 0 || signal.aborted || isStopping()
    if (isOver || upTo === null || pages.some((page) => !page || page.hasData)) {
      const shapes = asked.map((standing, index) => {
        const page = pages[index]
        if (!page) return 'refetch'
        if (page.hasData) return told(standing.shape, page)
        return upTo !== null && store.isAtRisk(standing.offset, standing.shape) ? moved(standing.shape, upTo) : null
      })
      return { shapes, upTo: upTo === null ? null : String(upTo), whole }
    }
    const next = await store.next(
      asked.map(({ shape }) => shape),
      left,
      signal,
    )
    if (!next) continue
    const shapes = asked.map(({ shape }) => {
      const page = next.pages.get(shape)
      return page ? told(shape, page) : null
    })
    return { shapes, upTo: String(next.lsn), whole: true }
  }
}

const told = ({ handle }: Shape, { offset, items }: Page): ShapeNews => ({
  handle,
  offset: offset.toString(),
  messages: items,
})

/** Nothing new, but the log goes on: a position of long ago would not be kept. */
const moved = ({ handle, start }: Shape, upTo: number): ShapeNews => ({
  handle,
  offset: (upTo > start ? new Offset(upTo, 0) : Offset.afterSnapshot).toString(),
  messages: [],
})
