// A shape's snapshot on disk, in chunks that are whole answers: `[…]`. Chunks can be read while later ones are still being written.
import { createReadStream } from 'node:fs'
import { copyFile, open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Offset } from '../offset.ts'
import type { Page } from '../page.ts'
import { blanks, closing, comma, filterItems, lineEnd, opening } from './items.ts'

/** Bytes that are written at once, and that are read into memory; larger chunks are streamed. */
const bufferBytes = 256 * 1024
/** Bytes that a snapshot begins with: most are small, and there may be thousands at once. */
const firstBytes = 16 * 1024

export class SnapshotFile {
  readonly path: string
  isGone = false
  /** Byte at which each chunk ends; the next one begins there. */
  private readonly ends: number[]
  private complete: boolean
  private readonly reads = new Map<number, Promise<Uint8Array<ArrayBuffer>>>()
  /** The chunk that has just been written, for those who wait for it. */
  private fresh: { index: number; bytes: Uint8Array<ArrayBuffer> } | null = null
  private changed = Promise.withResolvers<void>()

  /** `ends` of a file that is complete. */
  constructor(dir: string, handle: string, ends: readonly number[] | null = null) {
    this.path = join(dir, handle)
    this.ends = [...(ends ?? [])]
    this.complete = ends !== null
  }

  get bytes() {
    return this.ends.at(-1) ?? 0
  }

  get chunkEnds(): readonly number[] {
    return this.ends
  }

  get isComplete() {
    return this.complete
  }

  /** Its only writer; the last chunk makes it complete. */
  async write(): Promise<SnapshotWriter> {
    return new SnapshotWriter(await open(this.path, 'w'), (end, isLast, bytes) => {
      this.fresh = bytes && { index: this.ends.length, bytes }
      this.ends.push(end)
      this.complete = isLast
      this.notify()
      setImmediate(() => (this.fresh = null))
    })
  }

  /** Chunks that are known of now. */
  get count() {
    return this.ends.length
  }

  /** Resolves when there is more to read, or it is gone. */
  get progress(): Promise<void> {
    return this.changed.promise
  }

  /** `isWanted`: by their keys, of rows that are told; null: all. */
  async read(index: number, isWanted: ((key: string) => boolean) | null = null): Promise<Page | null> {
    const page = await this.readWhole(index)
    if (!page || !isWanted) return page
    const body = page.body instanceof ReadableStream ? page.body : new Blob([page.body]).stream()
    return { ...page, body: body.pipeThrough(filterItems(isWanted)) }
  }

  private async readWhole(index: number): Promise<Page | null> {
    const [start, end] = [index === 0 ? 0 : this.ends[index - 1], this.ends[index]]
    if (start === undefined || end === undefined || this.isGone) return null
    const offset = new Offset(0n, index)
    const page = { offset, isLast: false, hasData: true, items: [] }
    if (end - start > bufferBytes) {
      const stream = createReadStream(this.path, { start, end: end - 1, highWaterMark: bufferBytes })
      return { ...page, body: Readable.toWeb(stream) }
    }
    if (this.fresh?.index === index) return { ...page, body: this.fresh.bytes }
    const reading = this.reads.get(index) ?? this.readPart(start, end).finally(() => this.reads.delete(index))
    this.reads.set(index, reading)
    return { ...page, body: await reading }
  }

  /** Overwrites rows with spaces: chunks stay where they are. Who is reading reads the file of before. */
  async blank(isErased: (key: string) => boolean) {
    let target: FileHandle | null = null
    const path = `${this.path}.new`
    const source = await open(this.path, 'r').catch(() => null)
    // Deleted meanwhile.
    if (!source) return
    try {
      for (const [index, end] of this.ends.entries()) {
        const start = this.ends[index - 1] ?? 0
        const chunk = Buffer.allocUnsafe(end - start)
        await source.read(chunk, 0, chunk.length, start)
        const found = blanks(chunk, isErased)
        if (found.length > 0 && !target) {
          await copyFile(this.path, path)
          target = await open(path, 'r+')
        }
        for (const { at, bytes } of found) await target?.write(Buffer.alloc(bytes, ' '), 0, bytes, start + at)
      }
      if (!target) return
      await target.datasync()
      if (!this.isGone) await rename(path, this.path)
    } finally {
      await source.close()
      await target?.close()
      if (target) await rm(path, { force: true })
      if (this.isGone) await rm(this.path, { force: true })
    }
  }

  /** Whether the file is all there; what is not, counts as deleted. */
  async verify() {
    const size = await stat(this.path).then(
      (found) => found.size,
      () => -1,
    )
    if (size !== this.bytes) await this.delete()
  }

  async delete() {
    if (this.isGone) return
    this.isGone = true
    this.notify()
    await rm(this.path, { force: true })
  }

  private async readPart(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const file = await open(this.path, 'r')
    try {
      const buffer = new Uint8Array(end - start)
      const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
      if (bytesRead !== buffer.length) throw new Error(`${this.path} is shorter than it was`)
      return buffer
    } finally {
      await file.close()
    }
  }

  private notify() {
    this.changed.resolve()
    this.changed = Promise.withResolvers()
  }
}

/** `bytes`: the chunk, when it is small. */
type OnChunk = (end: number, isLast: boolean, bytes: Uint8Array<ArrayBuffer> | null) => void

export class SnapshotWriter {
  private readonly file: FileHandle
  private readonly onChunk: OnChunk
  /** Bytes that are not written yet; one buffer, which grows, serves the whole snapshot. */
  private buffer = Buffer.allocUnsafe(firstBytes)
  private buffered = 0
  private position = 0
  private chunkStart = 0

  constructor(file: FileHandle, onChunk: OnChunk) {
    this.file = file
    this.onChunk = onChunk
  }

  /** Bytes of the chunk so far. */
  get chunkBytes() {
    return this.position - this.chunkStart
  }

  /** Whether what was added should be written before more is. */
  get isFull() {
    return this.buffered >= bufferBytes
  }

  /** Not while anything is being written. */
  add(item: Uint8Array) {
    this.push(this.chunkBytes === 0 ? opening : comma)
    this.push(item)
    this.push(lineEnd)
  }

  async endChunk(isLast: boolean) {
    this.push(closing)
    // Of a chunk that is small enough to be all here, a copy: the buffer is used again.
    const bytes = this.buffered === this.chunkBytes ? new Uint8Array(this.buffer.subarray(0, this.buffered)) : null
    await this.flush()
    this.chunkStart = this.position
    this.onChunk(this.position, isLast, bytes)
  }

  async flush() {
    const length = this.buffered
    this.buffered = 0
    if (length > 0) await this.file.write(this.buffer, 0, length)
  }

  async close() {
    await this.file.close()
  }

  private push(part: Uint8Array) {
    const needed = this.buffered + part.length
    if (needed > this.buffer.length) {
      const larger = Buffer.allocUnsafe(2 * needed)
      this.buffer.copy(larger, 0, 0, this.buffered)
      this.buffer = larger
    }
    this.buffer.set(part, this.buffered)
    this.buffered = needed
    this.position += part.length
  }
}
