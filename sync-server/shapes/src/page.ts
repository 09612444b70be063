// A part of a shape, as one answer gives it.
import { close, type Rendered } from './messages.ts'
import { Offset } from './offset.ts'
import type { Lsn } from './stream/lsn.ts'

export interface Page {
  /** The whole body: a JSON array, shared by everyone who gets this page. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  /** Where the next page begins. */
  offset: Offset
  /** Whether nothing comes after it. */
  isLast: boolean
  hasData: boolean
  /** The same items as JSON texts, for event streams. Empty for parts of a snapshot. */
  items: readonly string[]
}

const encoder = new TextEncoder()

/** Told of many shapes at once nobody reads the body, and of most of them nothing: texts are made when they are wanted. */
class ChangesPage implements Page {
  readonly offset: Offset
  private readonly changes: readonly string[]
  private readonly upTo: Lsn | null
  private encoded: Uint8Array<ArrayBuffer> | undefined

  constructor(changes: readonly string[], offset: Offset, upTo: Lsn | null) {
    this.changes = changes
    this.offset = offset
    this.upTo = upTo
  }

  get isLast() {
    return this.upTo !== null
  }

  get hasData() {
    return this.changes.length > 0
  }

  get items() {
    return this.upTo === null ? this.changes : [...this.changes, upToDate(this.upTo)]
  }

  get body() {
    this.encoded ??= encoder.encode(`[${this.items.join(',')}]`)
    return this.encoded
  }
}

/** Collects messages up to about `size` characters. A page may end within a transaction: one can be larger than memory. */
export class PageWriter {
  private readonly items: string[] = []
  private readonly size: number
  private length = 0
  private open: Rendered | null = null
  /** Offset of the last item that is complete; null while there is none. */
  private last: Offset | null = null

  constructor(size: number) {
    this.size = size
  }

  /** False when it goes into the next page; not where it is of the `same` change as the one before. */
  add(message: Rendered, same = false): boolean {
    this.closeOpen(message.lsn)
    if (this.length >= this.size && !same) return false
    this.open = message
    return true
  }

  get isEmpty() {
    return this.items.length === 0 && this.open === null
  }

  /** Characters. */
  get written() {
    return this.length + (this.open?.open.length ?? 0)
  }

  /**
   * `upTo`: everything up to this position was looked at, so this page is the last; null when there is more. `isExact`: whether its client
   * has every row as it is there (`Offset.isExact`). `past`: a position that it is past, though the last of that had no message.
   */
  finish(
    asked: Offset,
    upTo: Lsn | null,
    { isExact = true, past = null }: { isExact?: boolean; past?: Offset | null } = {},
  ): Page {
    if (this.open) this.closeOpen(null)
    const told = this.last ?? asked
    const offset = past && past.compare(told) > 0 ? past : told
    return new ChangesPage(this.items, isExact ? offset : offset.inexact, upTo)
  }

  private closeOpen(nextLsn: Lsn | null) {
    if (!this.open) return
    const { lsn, op, open } = this.open
    const item = open + close(lsn !== nextLsn)
    this.items.push(item)
    this.length += item.length
    this.last = new Offset(lsn, op)
    this.open = null
  }
}

const upToDate = (lsn: Lsn) => `{"headers":{"control":"up-to-date","global_last_seen_lsn":"${lsn}"}}`
