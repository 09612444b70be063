// The beginning of sources, links, sets and shapes, out of what is there at one position.
import { keyOf, type Row } from '../catalog.ts'
import type { Block } from '../log/block.ts'
import type { Moment } from '../snapshot/moment.ts'
import type { SnapshotWriter } from '../snapshot/snapshot-file.ts'
import { writtenLsn, type Lsn } from '../stream/lsn.ts'
import { stateOf, type Link, type Relation, type SetOfValues, type ShapeRelation, type Source } from './graph.ts'
import type { Job } from './jobs.ts'
import { changesOf, fill, write } from './mirror.ts'
import { requiredOf } from './relations.ts'
import { pageRows, type Storage, type StoredRow } from './storage.ts'
import { valueOf } from './values.ts'
import { pages, Views } from './views.ts'

/** `blocks`: of the source's route, of which those are taken whose transactions were applied without it. */
export function* loadSource(
  storage: Storage,
  source: Source,
  blocks: Iterable<Block | Promise<Block>>,
  isApplied: (lsn: Lsn) => boolean,
): Job {
  const { snapshot, start, moment } = source.shape
  for (let index = 0; index < snapshot.count; index++) {
    const page = (yield snapshot.read(index)) as Awaited<ReturnType<typeof snapshot.read>>
    if (!page) throw new Error('a snapshot is gone before it was read')
    const items = (yield new Response(page.body).json()) as { value?: Row }[]
    for (const [at, { value }] of items.entries()) {
      if (value) fill(storage, source, value)
      if (at % pageRows === 0) yield
    }
  }
  for (const next of blocks) {
    const block = next instanceof Promise ? ((yield next) as Block) : next
    if (!isApplied(block.lsn)) break
    for (const change of changesOf(source, block)) write(storage, source, change, block.lsn)
    yield
  }
  source.isLoaded = true
  // Its rows were linked as they came.
  for (const link of source.links) if (link.isBuilt) storage.setNode(link.id, { isBuilt: true })
  storage.setNode(source.id, { isBuilt: true, start: writtenLsn(start), moment: moment?.record })
}

export function* buildLink(storage: Storage, link: Link): Job {
  for (const page of pages((after) => storage.rows(link.source.id, after))) {
    for (const { row, key } of page) storage.addLink(link.id, valueOf(row, link.columns), key)
    yield
  }
  link.isBuilt = true
  storage.setNode(link.id, { isBuilt: true })
}

export function* buildSet(storage: Storage, set: SetOfValues): Job {
  for (const rows of rowsOf(storage, set)) {
    for (const row of rows) {
      const value = valueOf(row, set.columns)
      set.total++
      if (value === null) set.nulls++
      else storage.setCount(set.id, value, storage.count(set.id, value) + 1)
    }
    yield
  }
  set.isBuilt = true
  storage.setNode(set.id, stateOf(set))
}

/** Writes the shape's snapshot, which says that it has what `moment` has, and perhaps more. */
export function* writeSnapshot(
  storage: Storage,
  relation: ShapeRelation,
  { moment, chunkBytes }: { moment: Moment; chunkBytes: number },
): Job {
  const { shape, definition } = relation
  const { table, columns, log } = definition
  const writer = (yield shape.snapshot.write()) as SnapshotWriter
  const headers = { operation: 'insert', relation: [table.schema, table.name] }
  for (const rows of log === 'full' ? rowsOf(storage, relation) : []) {
    for (const row of rows) {
      const value = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))
      writer.add(Buffer.from(JSON.stringify({ key: keyOf(table, row), value, headers })))
      if (writer.chunkBytes >= chunkBytes) yield writer.endChunk(false)
      else if (writer.isFull) yield writer.flush()
    }
    yield
  }
  writer.add(Buffer.from(moment.message))
  yield writer.endChunk(true).then(() => writer.close())
}

/** Rows that a relation has, as its sets are. */
function* rowsOf(storage: Storage, relation: Relation): Generator<Row[]> {
  const views = new Views(storage)
  for (const page of candidateRows(storage, relation)) {
    yield page.flatMap(({ row }) => (views.holds(relation, row, 'new') ? [row] : []))
  }
}

/** By the values that a set has to have, where there is such a set. */
function* candidateRows(storage: Storage, relation: Relation): Generator<StoredRow[]> {
  const { source } = relation
  const required = requiredOf(relation)
  if (!required) return yield* pages((after) => storage.rows(source.id, after))
  const { set, link } = required
  for (let after: string | null = null; ;) {
    const values: string[] = storage.values(set.id, after)
    for (const value of values) yield* pages((key) => storage.linked(source.id, link.id, value, key))
    const last = values.at(-1)
    if (last === undefined || values.length < pageRows) return
    after = last
  }
}
