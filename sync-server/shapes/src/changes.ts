// What is new at one position in parts of a size, or at many at once, a transaction at a time: one request of a device for everything that
// it follows. While nothing is new it is waited for.
import type { Standing } from './store/log-reader.ts'
import { Offset } from './offset.ts'
import type { EngineSettings } from './options.ts'
import type { Page } from './page.ts'
import type { Shape } from './shape.ts'
import type { ShapeLookup } from './shape-lookup.ts'
import type { Lsn } from './stream/lsn.ts'

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

export class ChangeFeed {
  private readonly settings: EngineSettings
  private readonly lookup: ShapeLookup
  /** Once it is aborted nobody waits any more. */
  private readonly stopping: AbortSignal

  constructor(settings: EngineSettings, lookup: ShapeLookup, stopping: AbortSignal) {
    this.settings = settings
    this.lookup = lookup
    this.stopping = stopping
  }

  /** Where a shape ends now. @throws NotNow */
  async endOf(shape: Shape): Promise<Offset> {
    await shape.settled
    return this.lookup.storeNow().endOf(shape)
  }

  /** What follows now. Null when the client has to start again. @throws NotNow */
  read(shape: Shape, asked: Offset): Promise<Page | null> {
    return this.lookup.storeNow().read(shape, asked, this.settings.chunkBytes)
  }

  /** What follows, or, after waiting up to `ms`, nothing. Null when the client has to start again. @throws NotNow */
  async pageAfter(shape: Shape, asked: Offset, ms: number, client: AbortSignal): Promise<Page | null> {
    const until = Date.now() + ms
    for (let left = ms; ; left = until - Date.now()) {
      const page = await this.read(shape, asked)
      if (!page || page.hasData || !page.isLast) return page
      const store = this.lookup.storeNow()
      if (left <= 0 || client.aborted || this.stopping.aborted) {
        return store.isAtRisk(asked, shape) ? endingAt(page, store.here(shape)) : page
      }
      const next = await store.next([shape], left, client)
      const following = next?.pages.get(shape)
      if (following) return following
    }
  }

  /** What is new in any of them, or, after waiting up to `ms`, nothing. @throws NotNow */
  async changesAfter(asked: readonly Standing[], ms: number, client: AbortSignal): Promise<Changes> {
    const until = Date.now() + ms
    for (let left = ms; ; left = until - Date.now()) {
      const { pages, upTo, whole } = await this.lookup.storeNow().readTogether(asked)
      const store = this.lookup.storeNow()
      const isOver = left <= 0 || client.aborted || this.stopping.aborted
      if (isOver || upTo === null || pages.some((page) => page !== 'nothing')) {
        const shapes = asked.map((standing, index) => {
          const page = pages[index]
          if (page === undefined || page === 'refetch') return 'refetch'
          if (page !== 'nothing') return told(standing.shape, page)
          // Before the end of the log a client may lack what was left out.
          const isEnd = upTo === store.lastLsn
          return isEnd && store.isAtRisk(standing.offset, standing.shape) ? moved(standing.shape, upTo) : null
        })
        return { shapes, upTo: upTo === null ? null : String(upTo), whole }
      }
      const next = await store.next(
        asked.map(({ shape }) => shape),
        left,
        client,
      )
      if (!next) continue
      const shapes = asked.map(({ shape }) => {
        const page = next.pages.get(shape)
        return page ? told(shape, page) : null
      })
      return { shapes, upTo: String(next.lsn), whole: true }
    }
  }
}

/** Its texts are made when they are read: only where the page is another. */
const endingAt = ({ isLast, hasData, items, body }: Page, offset: Offset): Page => ({
  offset,
  isLast,
  hasData,
  items,
  body,
})

const told = ({ handle }: Shape, { offset, items }: Page): ShapeNews => ({
  handle,
  offset: offset.toString(),
  messages: items,
})

/** Nothing new, but the log goes on: a position of long ago would not be kept. */
const moved = ({ handle, start }: Shape, upTo: Lsn): ShapeNews => ({
  handle,
  offset: (upTo > start ? new Offset(upTo, 0) : Offset.afterSnapshot).toString(),
  messages: [],
})
