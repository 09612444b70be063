// Takes what was deleted or emptied in the database out of the files here: the log's blocks, and snapshots. Clients are not told of it even
// before that (`fold.ts`); this is for who reads the disk.
//
//   log past `position` ──what goes──► all of the log before it, snapshots that may have it ──overwritten──► `position` moves on
//
// Invariant: whatever goes before `position` is gone; after a crash the rest is looked at again.
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Table } from '../catalog.ts'
import { blockLength, prefixBytes } from '../log/block.ts'
import { eraseIn, erasuresIn, tablesIn, type Erased, type Erasure, type ErasuresOfTable } from '../log/erasing.ts'
import type { ChangeLog } from '../log/change-log.ts'
import type { Shape } from '../shape.ts'
import type { Subqueries } from '../subqueries/subqueries.ts'
import { overwrite, type Overwrite } from './overwrites.ts'

export const eraserFile = 'erased'
/** Bytes that are read, and blocks that are overwritten, at once. */
const readBytes = 4 * 1024 * 1024
const writeBytes = 16 * 1024 * 1024

export interface EraserOptions {
  dir: string
  /** Between two looks. */
  eraseMs: number
  /** Tables by their oids as they are now; null for those that there are no more. */
  describe(oids: readonly number[]): Promise<ReadonlyMap<number, Table | null>>
}

/** Where it is erased. */
interface Places {
  log: ChangeLog
  subqueries: Pick<Subqueries, 'upTo' | 'sync' | 'forgetDeleted'>
  shapes(): Iterable<Shape>
}

/** What is to go, by table; `position`: of the last change that says so. */
interface Batch {
  tables: Map<number, ErasuresOfTable & { rows: Map<string, Erasure> }>
  position: number
}

export class Eraser {
  private readonly options: EraserOptions
  private readonly places: Places
  private position: number
  private isFirst = true
  private readonly described = new Map<number, Table | null>()
  private running: Promise<void> | null = null
  private ranAt = 0
  private isClosed = false

  private constructor(options: EraserOptions, places: Places, position: number) {
    this.options = options
    this.places = places
    this.position = position
  }

  static async open(options: EraserOptions, places: Places): Promise<Eraser> {
    const text = await readFile(join(options.dir, eraserFile), 'utf8').catch(() => '0')
    return new Eraser(options, places, Number(text) || 0)
  }

  /** Where the last time was long enough ago. */
  async runSometimes() {
    if (this.running || this.isClosed || Date.now() - this.ranAt < this.options.eraseMs) return
    this.running = this.run()
    try {
      await this.running
    } finally {
      this.running = null
      this.ranAt = Date.now()
    }
  }

  /** Resolves when nothing is written any more. */
  async close() {
    this.isClosed = true
    await this.running?.catch(() => {})
  }

  private async run() {
    const { log, subqueries } = this.places
    await log.sync()
    const { onDisk: upTo, head } = log
    // What subqueries make of it they make of what it was.
    if (upTo <= this.position || subqueries.upTo() < head) return
    await subqueries.sync()
    this.described.clear()
    const batch = await this.read(upTo)
    if (batch.tables.size > 0) {
      const versions = await this.eraseLog(batch, upTo)
      // One that is being written may get what went since it began: the same is looked for again.
      if (!(await this.eraseSnapshots(versions))) return
      subqueries.forgetDeleted()
    }
    this.position = upTo
    await this.note()
  }

  private async read(upTo: number): Promise<Batch> {
    const batch: Batch = { tables: new Map(), position: 0 }
    const gone = new Set<number>()
    // What was dropped while nobody looked is not told by any change.
    await this.each(this.isFirst ? 0 : this.position, upTo, async (block, position) => {
      await this.describe(block, gone)
      if (position < this.position) return
      for (const erasure of erasuresIn(block, position, this.described)) put(batch, erasure)
    })
    for (const oid of gone) put(batch, { oid, key: null, position: upTo, op: 0, by: null })
    this.isFirst = false
    return batch
  }

  /** Which tables a block is about; `gone`: those that there are no more. */
  private async describe(block: Buffer, gone: Set<number>) {
    const unknown = [...tablesIn(block)].filter((oid) => !this.described.has(oid))
    if (unknown.length === 0) return
    for (const [oid, table] of await this.options.describe(unknown)) {
      this.described.set(oid, table)
      if (!table) gone.add(oid)
    }
  }

  private async eraseLog({ tables, position: upTo }: Batch, end: number): Promise<Erased[]> {
    const { dir } = this.options
    const { log } = this.places
    const versions = new Map<string, Erased>()
    let blocks = new Map<number, { buffer: Buffer; write: Overwrite }>()
    let bytes = 0
    const write = async () => {
      const buffers = new Map([...blocks].map(([position, { buffer }]) => [position, buffer]))
      const parts = [...blocks.values()].map((one) => one.write)
      if (parts.length > 0) await log.overwrite(buffers, () => overwrite(dir, parts))
      blocks = new Map()
      bytes = 0
    }
    await this.each(0, Math.min(upTo + 1, end), async (block, position, { path, at }) => {
      const { isChanged, rows } = eraseIn(block, position, this.described, tables)
      for (const row of rows) versions.set(JSON.stringify([row.oid, row.key, row.values]), row)
      if (!isChanged) return
      const buffer = Buffer.from(block)
      blocks.set(position, { buffer, write: { file: join('log', basename(path)), at, bytes: buffer } })
      bytes += buffer.length
      if (bytes >= writeBytes) await write()
    })
    await write()
    return [...versions.values()]
  }

  /** False when there are some that can't be changed yet. */
  private async eraseSnapshots(versions: readonly Erased[]): Promise<boolean> {
    const byTable = Map.groupBy(versions, ({ oid }) => oid)
    let isAll = true
    for (const shape of this.places.shapes()) {
      const { definition, routeKey, snapshot } = shape
      const { column, value } = routeKey
      // A snapshot of behind the change has the row as that left it, or as it came again: it stays.
      const isToGo = (row: Erased) => mayHave(row, column, value) && !shape.hasInSnapshot(row.by)
      const rows = byTable.get(definition.table.oid)?.filter(isToGo) ?? []
      if (rows.length === 0 || snapshot.isGone) continue
      const keys = new Set(rows.map(({ key }) => key))
      if (!snapshot.isComplete) isAll = false
      else await snapshot.blank((key) => keys.has(key))
    }
    return isAll
  }

  /** Blocks of the log from a position on, and before another one. */
  private async each(
    from: number,
    upTo: number,
    visit: (block: Buffer, position: number, place: { path: string; at: number }) => Promise<void>,
  ) {
    for (const { path, position, end } of this.places.log.files) {
      if (end <= from || position >= upTo) continue
      const file = await open(path, 'r').catch(() => null)
      // The log drops its oldest files.
      if (!file) continue
      try {
        const stop = Math.min(end, upTo) - position
        let buffer = Buffer.alloc(0)
        for (let [at, read] = [0, 0]; at < stop;) {
          const isWhole = buffer.length >= prefixBytes && buffer.length >= blockLength(buffer, 0)
          if (isWhole) {
            const length = blockLength(buffer, 0)
            const block = buffer.subarray(0, length)
            if (position + at >= from) await visit(block, position + at, { path, at })
            buffer = buffer.subarray(length)
            at += length
            continue
          }
          const chunk = Buffer.allocUnsafe(readBytes)
          const { bytesRead } = await file.read(chunk, 0, readBytes, read)
          if (bytesRead === 0) break
          read += bytesRead
          buffer = Buffer.concat([buffer, chunk.subarray(0, bytesRead)])
          await setImmediate()
        }
      } finally {
        await file.close()
      }
    }
  }

  private async note() {
    const path = join(this.options.dir, eraserFile)
    await writeFile(`${path}.new`, String(this.position), { flush: true })
    await rename(`${path}.new`, path)
  }
}

function put(batch: Batch, erasure: Erasure) {
  const { oid, key, position } = erasure
  const ofTable = batch.tables.get(oid) ?? { rows: new Map(), all: null }
  batch.tables.set(oid, ofTable)
  // The later one has the earlier one's, too.
  if (key === null) ofTable.all = erasure
  else ofTable.rows.set(key, erasure)
  batch.position = Math.max(batch.position, position)
}

function mayHave({ values }: Erased, column: string | null, value: string | null): boolean {
  const found = column === null ? null : (values[column] ?? null)
  return found === null || found === value
}
