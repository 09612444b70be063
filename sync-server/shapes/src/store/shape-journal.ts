// Which shapes there are, so that handles outlive the process: an append-only file of JSON lines, rewritten at start. Removals are written
// before the change that caused them can become durable, so a shape never outlives what ended it.
import { closeSync, fdatasync, openSync, writeSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { MomentRecord } from '../snapshot/moment.ts'
import { writtenLsn, type Lsn, type WrittenLsn } from '../stream/lsn.ts'

export interface ShapeRecord {
  handle: string
  schema: string
  name: string
  /** Columns and key of the table when the shape was made; the shape is not used again when they have changed (`layoutOf`). */
  signature: string
  columns: readonly string[]
  where: string | null
  params: readonly string[]
  replica: 'default' | 'full'
  log: 'full' | 'changes_only'
  start: WrittenLsn
  moment: MomentRecord
  /** Where its snapshot's chunks end. */
  ends: readonly number[]
  /** Commit position of the last block of its route that the log has dropped; none while there is no such block. */
  droppedTo?: WrittenLsn
  /** Of another engine's shape (`Shape.floor`); none while it has no changes before it came. */
  floor?: string
}

type Line = { add: ShapeRecord } | { remove: string } | { dropped: readonly string[]; lsn: WrittenLsn }

export class ShapeJournal {
  private readonly file: number
  private dirty = false

  private constructor(path: string) {
    this.file = openSync(path, 'a')
  }

  /** The journal and what it says, oldest first. */
  static async open(path: string): Promise<{ journal: ShapeJournal; records: ShapeRecord[] }> {
    const records = new Map<string, ShapeRecord>()
    for (const line of await linesOf(path)) {
      if ('add' in line) records.set(line.add.handle, line.add)
      else if ('remove' in line) records.delete(line.remove)
      else for (const handle of line.dropped) drop(records, handle, line.lsn)
    }
    const kept = [...records.values()]
    await writeFile(`${path}.new`, kept.map((record) => `${JSON.stringify({ add: record })}\n`).join(''), {
      flush: true,
    })
    await rename(`${path}.new`, path)
    return { journal: new ShapeJournal(path), records: kept }
  }

  add(record: ShapeRecord) {
    this.write({ add: record })
  }

  remove(handle: string) {
    this.write({ remove: handle })
  }

  /** The log has lost changes of these. */
  dropped(handles: readonly string[], lsn: Lsn) {
    if (handles.length > 0) this.write({ dropped: handles, lsn: writtenLsn(lsn) })
  }

  async sync() {
    if (!this.dirty) return
    this.dirty = false
    await promisify(fdatasync)(this.file)
  }

  close() {
    closeSync(this.file)
  }

  private write(line: Line) {
    writeSync(this.file, `${JSON.stringify(line)}\n`)
    this.dirty = true
  }
}

async function linesOf(path: string): Promise<Line[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  // What follows the last line break was torn off.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)
}

function drop(records: Map<string, ShapeRecord>, handle: string, droppedTo: WrittenLsn) {
  const record = records.get(handle)
  if (record) records.set(handle, { ...record, droppedTo })
}
