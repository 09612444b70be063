// The durable change log of a database: what committed, in commit order, one log for all shapes. Segments of blocks on disk, the newest
// blocks in memory too.
//
//   append ──► in memory, readable at once ──► written ──► synced: `durable` moves on, and only then Postgres may forget it
//
// What was shown to clients before it was durable comes again after a crash, with the same positions: Postgres keeps all that was not
// acknowledged. Blocks of a transaction that never became complete are skipped by whoever reads the log anew.
import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Block, blockLength, encodeBlock, isIntact, prefixBytes, readHeader, type BlockHeader } from './block.ts'
import type { LoggedMessage } from './block.ts'
import type { Lsn } from '../stream/lsn.ts'

export interface ChangeLogOptions {
  dir: string
  /** All segments together; the oldest go first. */
  maxBytes: number
  /** Blocks kept in memory. */
  cacheBytes: number
  /** Makes durable what must not be younger than the log: called ahead of every sync. */
  syncFirst(): Promise<void>
  /** `durable` moved on. */
  onDurable(): void
  /** Segments were deleted: no block before `position` is kept, the last of them had `lsn`. */
  onTrim(position: number, lsn: Lsn): void
  onFailure(error: unknown): void
}

interface Segment {
  position: number
  end: number
  file: FileHandle
  /** Commit position of the segment's last block. */
  lsn: Lsn
}

interface Pending {
  buffer: Buffer
  header: BlockHeader
}

const segmentsPerLog = 16
const minSegment = 64 * 1024
/** Bytes between two remembered positions. */
const stride = 64 * 1024
const readBytes = 4 * 1024 * 1024
const pathOf = (dir: string, position: number) => join(dir, `${String(position).padStart(16, '0')}.log`)

export class CorruptLog extends Error {}

export class ChangeLog {
  /** Commit position of the last complete transaction. */
  head: Lsn = 0n
  /** Commit position up to which everything is on disk. */
  durable: Lsn = 0n
  private readonly options: ChangeLogOptions
  private readonly segments: Segment[] = []
  private end = 0
  private written = 0
  /** By position, oldest first. */
  private readonly cache = new Map<number, Block>()
  private cachedBytes = 0
  private readonly loading = new Map<number, Promise<Block>>()
  /** Positions by lsn, sparse. */
  private readonly marks: { lsn: Lsn; position: number }[] = []
  private pending: Pending[] = []
  private pendingBytes = 0
  private flushing: Promise<void> | null = null
  private failed = false
  private overwriting: Promise<void> | null = null
  /** How often it was. */
  private overwritten = 0

  private constructor(options: ChangeLogOptions) {
    this.options = options
  }

  /**
   * Reads what is there and hands every complete transaction's blocks to `visit`, in order. The end of the log may be torn.
   * @throws CorruptLog when something before the end is not as it was written.
   */
  static async open(options: ChangeLogOptions, visit: (header: BlockHeader, position: number) => void) {
    await mkdir(options.dir, { recursive: true })
    const log = new ChangeLog(options)
    try {
      await log.recover(visit)
      return log
    } catch (error) {
      await log.closeFiles()
      throw error
    }
  }

  private async recover(visit: (header: BlockHeader, position: number) => void) {
    const { options } = this
    const names = (await readdir(options.dir)).filter((name) => name.endsWith('.log')).toSorted()
    let unfinished: { header: BlockHeader; position: number }[] = []
    for (const [index, name] of names.entries()) {
      const position = Number(name.slice(0, -4))
      if (index > 0 && position !== this.end) throw new CorruptLog(`${name} does not follow`)
      const file = await open(join(options.dir, name), 'r+')
      const segment: Segment = { position, end: position, file, lsn: 0n }
      this.segments.push(segment)
      const isNewest = index === names.length - 1
      await scan(segment, isNewest, (header, at) => {
        segment.lsn = header.lsn
        this.mark(header.lsn, at)
        if (unfinished[0] && (header.firstOp === 0 || header.lsn !== unfinished[0].header.lsn)) unfinished = []
        unfinished.push({ header, position: at })
        if (!header.isLast) return
        for (const one of unfinished) visit(one.header, one.position)
        unfinished = []
        this.head = header.lsn
      })
      this.end = segment.end
      if (isNewest) await file.truncate(segment.end - position)
    }
    this.written = this.end
    this.durable = this.head
  }

  /** Bytes of the log's blocks on disk. */
  get size() {
    return this.written - (this.segments[0]?.position ?? this.written)
  }

  /** All blocks past this commit position are kept; 0 while none was ever dropped. */
  get oldestLsn(): Lsn {
    const [segment] = this.segments
    return segment && segment.position > 0 ? (this.marks[0]?.lsn ?? this.head) : 0n
  }

  /** Bytes in memory that are not written yet. */
  get backlog() {
    return this.pendingBytes
  }

  /** Where the older half begins to be at risk: who stands before it is told to stand further on. */
  get oldestSafe(): Lsn {
    const middle = this.segments[Math.floor(this.segments.length / 2)]
    return this.segments.length < segmentsPerLog / 2 || !middle ? 0n : middle.lsn
  }

  /** Adds a block; readable at once. Its position. */
  append(header: BlockHeader, messages: readonly LoggedMessage[]): number {
    const buffer = encodeBlock(header, messages)
    const position = this.end
    this.end += buffer.length
    this.mark(header.lsn, position)
    this.remember(position, new Block(buffer))
    this.pending.push({ buffer, header })
    this.pendingBytes += buffer.length
    if (header.isLast) this.head = header.lsn
    this.flush()
    return position
  }

  /** A position at or before the first block with this lsn or a later one. */
  seek(lsn: Lsn): number {
    const index = firstIndex(this.marks, (mark) => mark.lsn >= lsn)
    return this.marks[index - 1]?.position ?? 0
  }

  cached(position: number): Block | undefined {
    return this.cache.get(position)
  }

  /** @throws CorruptLog; Error when it is not kept any more. */
  load(position: number): Promise<Block> {
    const known = this.cache.get(position)
    if (known) return Promise.resolve(known)
    const loading =
      this.loading.get(position) ??
      this.readBlock(position).finally(() => {
        this.loading.delete(position)
      })
    this.loading.set(position, loading)
    return loading
  }

  /** Position up to which it is on disk. */
  get onDisk() {
    return this.written
  }

  /** What is on disk, oldest first. */
  get files(): readonly { path: string; position: number; end: number }[] {
    return this.segments.map(({ position, end }) => ({ path: pathOf(this.options.dir, position), position, end }))
  }

  /** Blocks of the files are overwritten by others of the same lengths, which are then `blocks`, by their positions. */
  async overwrite(blocks: ReadonlyMap<number, Buffer>, write: () => Promise<void>) {
    this.overwriting = write()
    try {
      await this.overwriting
    } finally {
      this.overwriting = null
      this.overwritten++
    }
    for (const [position, buffer] of blocks) {
      if (this.cache.has(position)) this.cache.set(position, new Block(buffer))
    }
  }

  isKept(position: number) {
    return position >= (this.segments[0]?.position ?? 0)
  }

  /** Resolves when all that was appended is on disk. */
  async sync() {
    while (this.flushing) await this.flushing
  }

  async close() {
    await this.sync()
    this.failed = true
    await this.closeFiles()
  }

  private async closeFiles() {
    await Promise.all(this.segments.map(({ file }) => file.close()))
  }

  private async readBlock(position: number): Promise<Block> {
    const segment = this.segments[firstIndex(this.segments, (one) => one.position > position) - 1]
    if (!segment || position >= this.written) throw new Error(`no block at ${position}`)
    const at = position - segment.position
    await this.overwriting
    const before = this.overwritten
    const prefix = Buffer.allocUnsafe(prefixBytes)
    await segment.file.read(prefix, 0, prefixBytes, at)
    const buffer = Buffer.allocUnsafeSlow(blockLength(prefix, 0))
    await segment.file.read(buffer, 0, buffer.length, at)
    const isBeingOverwritten = this.overwriting !== null || this.overwritten !== before
    if (!isIntact(buffer, 0)) {
      if (isBeingOverwritten) return this.readBlock(position)
      throw new CorruptLog(`block at ${position} is not intact`)
    }
    const block = new Block(buffer)
    this.remember(position, block)
    return block
  }

  private remember(position: number, block: Block) {
    this.cache.set(position, block)
    this.cachedBytes += block.bytes
    for (const [oldest, { bytes }] of this.cache) {
      if (this.cachedBytes <= this.options.cacheBytes || oldest >= this.written || oldest === position) return
      this.cache.delete(oldest)
      this.cachedBytes -= bytes
    }
  }

  private mark(lsn: Lsn, position: number) {
    const last = this.marks.at(-1)
    if (!last || (position - last.position >= stride && lsn !== last.lsn)) this.marks.push({ lsn, position })
  }

  private flush() {
    if (this.failed) return
    this.flushing ??= this.write()
      .catch((error: unknown) => {
        this.failed = true
        this.options.onFailure(error)
      })
      .finally(() => {
        this.flushing = null
      })
  }

  private async write() {
    // Transactions of one turn go together.
    await Promise.resolve()
    while (this.pending.length > 0) {
      const segment = await this.segmentToFill()
      const batch = this.takeBatch(this.segmentBytes - (segment.end - segment.position))
      const bytes = sizeOf(batch)
      await writeAll(segment.file, batch, this.written - segment.position)
      await this.options.syncFirst()
      await segment.file.datasync()
      segment.end += bytes
      segment.lsn = batch.at(-1)?.header.lsn ?? segment.lsn
      this.written = segment.end
      this.durable = batch.findLast(({ header }) => header.isLast)?.header.lsn ?? this.durable
      this.pendingBytes -= bytes
      this.options.onDurable()
    }
  }

  /** What waits to be written, up to about `bytes`, at least a block. */
  private takeBatch(bytes: number): Pending[] {
    let count = 0
    for (let size = 0; count < this.pending.length && size < bytes; count++)
      size += this.pending[count]?.buffer.length ?? 0
    return this.pending.splice(0, count)
  }

  private get segmentBytes() {
    return Math.max(minSegment, this.options.maxBytes / segmentsPerLog)
  }

  /** The newest segment, or a new one when that is full. */
  private async segmentToFill(): Promise<Segment> {
    const newest = this.segments.at(-1)
    if (newest && newest.end - newest.position < this.segmentBytes) return newest
    const position = this.written
    const segment = { position, end: position, file: await open(pathOf(this.options.dir, position), 'w+'), lsn: 0n }
    this.segments.push(segment)
    await this.trim()
    return segment
  }

  private async trim() {
    while (this.size > this.options.maxBytes && this.segments.length > 2) {
      const oldest = this.segments.shift()
      if (!oldest) return
      this.options.onTrim(oldest.end, oldest.lsn)
      this.marks.splice(
        0,
        firstIndex(this.marks, ({ position }) => position >= oldest.end),
      )
      for (const position of this.cache.keys()) {
        if (position >= oldest.end) break
        this.cachedBytes -= this.cache.get(position)?.bytes ?? 0
        this.cache.delete(position)
      }
      // Who lost something is told before it is gone.
      await this.options.syncFirst()
      await oldest.file.close()
      await rm(pathOf(this.options.dir, oldest.position))
    }
  }
}

/** Walks a segment's blocks. Only the newest one may end in the middle of a block. */
async function scan(segment: Segment, isNewest: boolean, visit: (header: BlockHeader, position: number) => void) {
  let rest: Buffer = Buffer.alloc(0)
  for (let read = 0; ;) {
    const chunk = Buffer.allocUnsafe(readBytes)
    const { bytesRead } = await segment.file.read(chunk, 0, readBytes, read)
    read += bytesRead
    const buffer =
      rest.length === 0 ? chunk.subarray(0, bytesRead) : Buffer.concat([rest, chunk.subarray(0, bytesRead)])
    let at = 0
    while (at + prefixBytes <= buffer.length && at + blockLength(buffer, at) <= buffer.length) {
      // Full segments were synced before the next one began.
      if (isNewest && !isIntact(buffer, at)) return
      visit(readHeader(buffer, at), segment.end)
      const length = blockLength(buffer, at)
      segment.end += length
      at += length
    }
    rest = buffer.subarray(at)
    if (bytesRead > 0) continue
    if (rest.length > 0 && !isNewest) throw new CorruptLog(`segment ${segment.position} is torn`)
    return
  }
}

async function writeAll(file: FileHandle, batch: readonly Pending[], at: number) {
  // IOV_MAX.
  for (let i = 0, position = at; i < batch.length; i += 1024) {
    const part = batch.slice(i, i + 1024)
    const { bytesWritten } = await file.writev(
      part.map(({ buffer }) => buffer),
      position,
    )
    if (bytesWritten !== sizeOf(part)) throw new Error(`wrote ${bytesWritten} of ${sizeOf(part)} bytes`)
    position += bytesWritten
  }
}

const sizeOf = (batch: readonly Pending[]) => batch.reduce((sum, { buffer }) => sum + buffer.length, 0)

/** Index of the first item for which `test` holds, where it holds for every item after it too; the list's length when there is none. */
export function firstIndex<T>(list: readonly T[], test: (item: T) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = list[middle]
    if (item !== undefined && !test(item)) low = middle + 1
    else high = middle
  }
  return low
}
