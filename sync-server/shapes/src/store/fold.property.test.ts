// Whoever stands anywhere in a history and is told what follows, in parts of any size, has what there is; and was told nothing else.
import { expect, test } from 'vitest'
import { randomFrom, type Random } from 'db/node/random.ts'
import { keyOf, type Row, type Table } from '../catalog.ts'
import type { Block, Change } from '../log/block.ts'
import { membershipOf } from '../messages.ts'
import { Offset } from '../offset.ts'
import type { Shape, ShapeDefinition } from '../shape.ts'
import { Fold } from './fold.ts'
import { Latest } from './latest.ts'

const column = { typeOid: 25, typeMod: -1, dims: 0, output: 'textout', isEnum: false, labels: null, collation: null }
const columns = ['id', 'team', 'text'].map((name, index) => ({
  ...column,
  name,
  type: 'text',
  hasDefaultCollation: false,
  notNull: false,
  keyIndex: index === 0 ? 0 : null,
}))
const table: Table = {
  oid: 1,
  fingerprint: '',
  schema: 'public',
  name: 'rows',
  columns,
  unpublished: [],
  key: ['id'],
  problem: null,
  isPublishable: true,
}
const definition = {
  table,
  columns: ['id', 'team', 'text'],
  where: { matches: (row: Row) => row['team'] === '1' },
  replica: 'default',
  projection: 1,
} as unknown as ShapeDefinition

interface Step {
  block: Block
  changes: readonly Change[]
  /** All rows after it. */
  rows: ReadonlyMap<string, Row>
}

const shape = {
  definition,
  changesOf: (block: Block) => (block as unknown as Step['block'] & { list: Change[] }).list,
} as unknown as Shape

function history(random: Random): Step[] {
  const rows = new Map<string, Row>()
  const steps: Step[] = []
  let texts = 0
  for (let lsn = 10; lsn < 10 + random.int(1, 12); lsn++) {
    const list: Change[] = []
    for (let op = 0; op < random.int(1, 4); op++) {
      const id = String(random.int(1, 5))
      const old = rows.get(id) ?? null
      const isGone = old !== null && random.chance(0.3)
      const isRenamed = old !== null && !isGone && random.chance(0.2)
      const name = isRenamed ? String(random.int(1, 5)) : id
      if (name !== id && rows.has(name)) continue
      const fresh = isGone
        ? null
        : { id: name, team: random.pick(['1', '2']), text: random.chance(0.7) ? `t${texts++}` : (old?.['text'] ?? 't') }
      rows.delete(id)
      if (fresh) rows.set(name, fresh)
      list.push({
        op,
        old,
        new: fresh,
        oldKey: old && keyOf(table, old),
        newKey: fresh && keyOf(table, fresh),
        rendered: new Map(),
      })
    }
    const block = { lsn: BigInt(lsn), xid: lsn, list } as unknown as Block
    steps.push({ block, changes: list, rows: new Map(rows) })
  }
  return steps
}

/** As the eraser does for rows that are gone. */
function erase(steps: readonly Step[], random: Random) {
  const from = random.int(0, steps.length)
  for (const [at, { changes }] of steps.entries()) {
    for (const change of changes) {
      if (change.new !== null || change.oldKey === null || at < from) continue
      for (const [before, earlier] of steps.slice(0, at + 1).entries()) {
        for (const one of earlier.changes) {
          if (before === at && one.op > change.op) continue
          if (one.oldKey === change.oldKey || one.newKey === change.oldKey) {
            if (one.old) one.isOldErased = true
          }
          if (one.new && one.newKey === change.oldKey) one.isNewErased = true
        }
      }
    }
  }
}

const inShape = (rows: Iterable<Row>) =>
  Array.from(rows)
    .filter((row) => row['team'] === '1')
    .map((row) => JSON.stringify(row))
    .toSorted()

test.each(Array.from({ length: 40 }, (_, index) => index))('random histories, seed %i', (seed) => {
  const random = randomFrom(seed)
  for (let run = 0; run < 50; run++) {
    const steps = history(random)
    const start = random.int(0, steps.length)
    const rows = new Map<string, Row>()
    let asked = Offset.beforeChanges
    for (const { block, rows: then } of steps.slice(0, start)) {
      rows.clear()
      for (const [id, row] of then) if (row['team'] === '1') rows.set(id, row)
      asked = new Offset(block.lsn, 2 * Math.max(0, shape.changesOf(block).at(-1)?.op ?? 0))
    }
    if (random.chance(0.5)) erase(steps, random)
    const now = inShape(steps.at(-1)?.rows.values() ?? [])
    const label = `seed ${seed} run ${run} from ${start}: ${JSON.stringify(steps.map(({ changes }) => changes.map((one) => [one.old, one.new, membershipOf(definition, one)])))}`
    for (let isOver = false; !isOver;) {
      const latest = new Latest(0)
      for (const [position, { block, changes }] of steps.entries())
        latest.add(changes, { position, lsn: block.lsn, xid: 0 })
      const fold = new Fold(shape, asked, latest)
      let left = random.int(1, 6)
      isOver = true
      for (const [position, { block, changes }] of steps.entries()) {
        for (const change of changes) {
          const { isExact } = fold
          const messages = fold.messagesOf(change, block, position)
          if (messages.length > 0 && left-- <= 0) {
            if (!isExact) asked = asked.inexact
            isOver = false
            break
          }
          for (const { open, lsn, op } of messages) {
            const { value, headers } = JSON.parse(`${open}}}`) as {
              value: Record<string, string | null>
              headers: { operation: string }
            }
            const id = String(value['id'])
            if (headers.operation === 'delete') rows.delete(id)
            // As devices do: an update of what is not there does nothing.
            else if (headers.operation === 'insert' || rows.has(id)) rows.set(id, { ...rows.get(id), ...value })
            if (headers.operation !== 'delete') expect(now, label).toContain(JSON.stringify(rows.get(id)))
            asked = new Offset(lsn, op)
          }
        }
        if (!isOver) break
      }
    }
    expect(inShape(rows.values()), label).toEqual(now)
  }
})
