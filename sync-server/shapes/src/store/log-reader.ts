// Reads the change log for clients: one shape in parts of a size, or several shapes transaction by transaction.
import type { Block, Change } from '../log/block.ts'
import { firstIndex, type ChangeLog } from '../log/change-log.ts'
import { Offset } from '../offset.ts'
import { PageWriter, type Page } from '../page.ts'
import type { Shape } from '../shape.ts'
import { earlierOf, pastAll, type Lsn } from '../stream/lsn.ts'
import { Fold } from './fold.ts'
import { LatestChanges, type Latest } from './latest.ts'
import type { OwnLog } from '../subqueries/own-log.ts'
import type { Rendered } from '../messages.ts'

/** Where a client stands in a shape, past its snapshot. */
export interface Standing {
  shape: Shape
  offset: Offset
}

export interface NextTransactions {
  /** In the order in which they were asked for; `refetch`: the client has to start again. Most have nothing, for each device that waits. */
  pages: readonly (Page | 'nothing' | 'refetch')[]
  /** Commit up to which all pages go; null when there is more. */
  upTo: Lsn | null
  /** False when a transaction is too large for one answer, and goes on in the next. */
  whole: boolean
}

/** Characters. Transactions go together into an answer up to about this size … */
const answerSize = 256 * 1024
/** … of which none is cut unless it alone has more than this. */
const largestWhole = 1024 * 1024
/** Not worth looking for the right one among them. */
const fewBlocks = 8
/** Blocks that are looked at for a shape's last change. */
const mostLooks = 256

export class LogReader {
  private readonly log: ChangeLog
  /** Commit position up to which the log is complete. */
  private readonly head: () => Lsn
  private readonly latest: LatestChanges

  constructor(log: ChangeLog, head: () => Lsn) {
    this.log = log
    this.head = head
    this.latest = new LatestChanges((position) => log.cached(position) ?? this.load(position))
  }

  /** About `size` characters of what follows. Null when it is not kept any more. */
  async read(shape: Shape, asked: Offset, size: number): Promise<Page | null> {
    await shape.settled
    const page = new PageWriter(size)
    const { route, own } = shape
    const here = asked.isVirtual ? Offset.afterSnapshot : asked
    if (own) return isReadable({ shape, offset: asked }) ? readOwn(own, here, page) : null
    const from = await this.positionOf(shape, asked)
    const reading = new Reading(this.latest, { shape, asked, from })
    for (let position = from; ;) {
      if (!isReadable({ shape, offset: asked })) return null
      const next = route.next(position)
      // Nothing can come between this and who waits: both are in the same turn.
      if (next === undefined) return page.finish(here, this.head(), { past: reading.past })
      const block = (await reading.prepare(next)) ? await this.load(next) : null
      if (!block) return null
      for (const change of shape.changesOf(block)) {
        const { isExact, past } = reading
        for (const [index, message] of reading.messagesOf(change, block, next).entries()) {
          if (!page.add(message, index > 0)) return page.finish(here, null, { isExact, past })
        }
      }
      position = next + 1
    }
  }

  /** Which rows of a shape's snapshot are as they were; `isRow` is null where all are. Null when too many are not. */
  async unchanged(shape: Shape): Promise<{ isRow: ((key: string) => boolean) | null } | null> {
    const from = this.log.seek(shape.start)
    const isKeyed = shape.definition.table.key.length > 0
    if (shape.own || !isKeyed || shape.route.next(from) === undefined) return { isRow: null }
    const latest = await this.latest.of(shape, from)
    if (!latest) shape.isOutgrown = true
    const isRow = (key: string) => {
      const last = latest?.get(key)
      return !last || shape.hasInSnapshot(last.at)
    }
    return latest && { isRow }
  }

  /** Where a shape's last change is. It lies before what is told where that is not kept, or behind many changes that are not of it. */
  async lastOf(shape: Shape): Promise<Offset> {
    const { route, start, floor } = shape
    const from = this.log.seek(start)
    const latest = route.positions.filter((position) => position >= from)
    let earliest = this.head()
    for (const position of latest.slice(-mostLooks).toReversed()) {
      const block = await this.load(position)
      if (!block) return new Offset(earliest, 0)
      const last = shape.messagesOf(block).at(-1)
      if (last) return new Offset(last.lsn, last.op)
      if (block.lsn <= start) return floor
      earliest = block.lsn
    }
    if (latest.length > mostLooks) return new Offset(earliest, 0)
    return route.droppedTo <= start ? floor : new Offset(route.droppedTo, Infinity)
  }

  /** Every shape up to the same commit: a transaction is in all pages or in none, unless it is too large. */
  async readTogether(asked: readonly Standing[]): Promise<NextTransactions> {
    if (asked.some(({ shape }) => shape.state === 'snapshot'))
      await Promise.all(asked.map(({ shape }) => shape.settled))
    const readers = await Promise.all(
      asked.map(async (one) => new ShapeReader(this.latest, one, await this.startOf(one))),
    )
    const head = () =>
      asked.reduce((lsn, { shape }) => (shape.own ? earlierOf(lsn, shape.own.upTo()) : lsn), this.head())
    for (let upTo = head(); ; upTo = head()) {
      const whole = await this.readUpTo(upTo, readers)
      const size = sizeOf(readers)
      if (whole === 'more' || whole === 'part') return answer(readers, null, whole === 'more')
      // What was committed while this was read is read, too, unless there is enough; else nothing comes between this and who waits.
      if ((size > 0 && readers.every(({ isExact }) => isExact)) || head() === upTo) return answer(readers, upTo, true)
    }
  }

  /** `more`: it ended between two transactions; `part`: within one. */
  private async readUpTo(upTo: Lsn, all: readonly ShapeReader[]): Promise<'all' | 'more' | 'part'> {
    // A device follows thirty shapes, of which a transaction is in few.
    const readers = all.filter((reader) => reader.next !== Infinity || reader.nextOwn !== pastAll)
    let transaction = { lsn: 0n, from: 0 }
    while (readers.length > 0) {
      const position = Math.min(...readers.map((reader) => reader.next))
      const block = position === Infinity ? null : await this.load(position)
      // A block that the log dropped comes first, for its readers to start again.
      const lsn =
        position !== Infinity && !block
          ? null
          : readers.reduce((first, { nextOwn }) => earlierOf(first, nextOwn), block?.lsn ?? pastAll)
      if (lsn !== null && lsn > upTo) return 'all'
      const size = sizeOf(readers)
      if (lsn !== null && lsn !== transaction.lsn) {
        if (size >= answerSize) return 'more'
        transaction = { lsn, from: size }
      }
      if (size - transaction.from >= largestWhole) return 'part'
      for (const reader of readers) {
        if (lsn === null || lsn === block?.lsn) {
          if (block && reader.next === position) await reader.prepare(position)
          reader.take(position, block)
        }
        if (lsn !== null) reader.takeOwn(lsn)
      }
    }
    return 'all'
  }

  private async startOf(one: Standing): Promise<number | null> {
    const { shape, offset } = one
    if (!isReadable(one) || offset.tx > this.head()) return null
    if (shape.own) return 0
    return shape.isEnd(offset) ? (shape.route.positions.at(-1) ?? -1) + 1 : this.positionOf(shape, offset)
  }

  /** Position in the log from which a shape's changes after `asked` are read; found by halves, as a large transaction has many blocks. */
  private async positionOf({ route, start }: Shape, asked: Offset): Promise<number> {
    let low = this.log.seek(asked.isVirtual ? start : asked.tx)
    for (let high = Infinity; !asked.isVirtual;) {
      const [from, to] = [low, high].map((position) => firstIndex(route.positions, (one) => one >= position))
      const middle = route.positions[((from ?? 0) + (to ?? 0)) >>> 1]
      if (middle === undefined || (to ?? 0) - (from ?? 0) < fewBlocks) break
      const block = await this.load(middle)
      if (!block) break
      if (asked.compare(new Offset(block.lsn, block.firstOp * 2)) < 0) high = middle
      else low = middle
    }
    return low
  }

  /** Null when the log dropped it meanwhile. */
  private async load(position: number): Promise<Block | null> {
    const cached = this.log.cached(position)
    if (cached) return cached
    try {
      return await this.log.load(position)
    } catch (error) {
      if (this.log.isKept(position)) throw error
      return null
    }
  }
}

/** A shape's blocks from a position on, as a client there is told of them. */
class Reading {
  private readonly latestChanges: LatestChanges
  private readonly asked: { shape: Shape; asked: Offset; from: number }
  private latest: Latest | null = null
  private fold: Fold | null = null

  constructor(latestChanges: LatestChanges, asked: Reading['asked']) {
    this.latestChanges = latestChanges
    this.asked = asked
  }

  get isExact() {
    return this.fold?.isExact ?? this.asked.asked.isExact
  }

  /** As Fold's. */
  get past() {
    return this.fold?.past ?? null
  }

  /** As Fold's. */
  get end() {
    return this.fold?.end ?? null
  }

  /** For the block at `position`. False when what follows is too much, or not kept any more. */
  async prepare(position: number): Promise<boolean> {
    if (this.latest && this.latest.upTo > position) return true
    const { shape, asked, from } = this.asked
    const latest = await this.latestChanges.of(shape, from)
    if (!latest) return false
    this.latest = latest
    this.fold ??= new Fold(shape, asked, latest)
    this.fold.goOn(latest)
    return true
  }

  messagesOf(change: Change, block: Block, position: number): Rendered[] {
    return this.fold?.messagesOf(change, block, position) ?? []
  }
}

/** One shape's part of reading together. */
class ShapeReader {
  readonly standing: Standing
  /** Null while there is nothing. */
  private page: PageWriter | null = null
  /** From which on its blocks are still to be read; null when they are not kept. */
  private position: number | null
  /** In a log of its own: behind which it goes on, what of it was read, and how much of that is taken. */
  private at: Offset
  private ahead: readonly Rendered[] = []
  private taken = 0
  private readonly reading: Reading

  constructor(latest: LatestChanges, standing: Standing, position: number | null) {
    this.standing = standing
    this.position = position
    this.at = standing.offset
    this.reading = new Reading(latest, { shape: standing.shape, asked: standing.offset, from: position ?? 0 })
  }

  /** Whether its client has every row as it is where it ends: at the end of the log, or as Fold's. */
  get isExact() {
    return this.next === Infinity || this.reading.isExact
  }

  /** To take the block at `position`. */
  async prepare(position: number) {
    // What can't be told of so much is read anew.
    if (!(await this.reading.prepare(position))) this.position = null
  }

  get size() {
    return this.page?.written ?? 0
  }

  /** Position of the next block to be read; Infinity when there is none. */
  get next(): number {
    const { position } = this
    if (position === null || this.standing.shape.own) return Infinity
    const { positions } = this.standing.shape.route
    if ((positions.at(-1) ?? -1) < position) return Infinity
    return positions[firstIndex(positions, (one) => one >= position)] ?? Infinity
  }

  /** Null: the log dropped it. */
  take(position: number, block: Block | null) {
    if (this.next !== position) return
    this.position = block && position + 1
    if (!block) return
    for (const change of this.standing.shape.changesOf(block)) {
      for (const message of this.reading.messagesOf(change, block, position)) this.add(message)
    }
  }

  /** Commit position of the next message of a log of its own; `pastAll` when there is none now. */
  get nextOwn(): Lsn {
    return this.following?.lsn ?? pastAll
  }

  /** What a transaction has there, or a part of it that is not too large. */
  takeOwn(lsn: Lsn) {
    const from = this.size
    for (let next = this.following; next?.lsn === lsn && this.size - from < answerSize; next = this.following) {
      this.add(next)
      this.at = new Offset(lsn, next.op)
      this.taken++
    }
  }

  /** The next message of a log of its own that is not taken yet; null while there is none. */
  private get following(): Rendered | null {
    const { own } = this.standing.shape
    if (!own || this.position === null) return null
    if (this.taken === this.ahead.length) {
      this.ahead = own.after(this.at)
      this.taken = 0
    }
    return this.ahead[this.taken] ?? null
  }

  private add(message: Rendered) {
    this.page ??= new PageWriter(Infinity)
    this.page.add(message)
  }

  finish(upTo: Lsn | null): Page | 'nothing' | 'refetch' {
    const { shape, offset } = this.standing
    if (this.position === null || !isReadable(this.standing)) return 'refetch'
    const { isExact } = this
    const page = this.page?.finish(offset, upTo, { isExact, past: this.reading.past })
    if (!shape.own && this.next === Infinity) shape.hasBeenRead(this.reading.end ?? offset)
    return page ?? 'nothing'
  }
}

function readOwn(own: OwnLog, asked: Offset, page: PageWriter): Page {
  const upTo = own.upTo()
  for (let at = asked; ;) {
    const messages = own.after(at)
    for (const message of messages) if (!page.add(message)) return page.finish(asked, null)
    const last = messages.at(-1)
    if (!last) return page.finish(asked, upTo)
    at = new Offset(last.lsn, last.op)
  }
}

const isReadable = ({ shape, offset }: Standing) => shape.state === 'ready' && shape.keeps(offset)

const sizeOf = (readers: readonly ShapeReader[]) => readers.reduce((sum, { size }) => sum + size, 0)

const answer = (readers: readonly ShapeReader[], upTo: Lsn | null, whole: boolean): NextTransactions => ({
  pages: readers.map((reader) => reader.finish(upTo)),
  upTo,
  whole,
})
