// Whoever stands anywhere in a history and is told what follows, in parts of any size, has what there is; and was told nothing else.
import { expect, test } from 'vitest'
import { randomFrom, type Random } from 'db/node/random.ts'
import { keyOf, type Row, type Table } from '../catalog.ts'
import type { Block, Change } from '../log/block.ts'
import { membershipOf, type Rendered } from '../messages.ts'
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

const later = (one: Offset, other: Offset | null) => (other && other.compare(one) > 0 ? other : one)

/** Strict: a client is told of what it has, and only where its position is not exact also of what it may have. */
function take(
  rows: Map<string, Row>,
  { open }: Rendered,
  { replica, mayDiffer }: { replica: ShapeDefinition['replica']; mayDiffer: boolean },
): Row | null {
  const { value, headers } = JSON.parse(`${open}}}`) as { value: Row; headers: { operation: string } }
  const id = String(value['id'])
  const row = rows.get(id)
  const isKeyAlone = Object.keys(value).join() === 'id'
  if (headers.operation === 'delete') {
    if (row && !isKeyAlone) expect(value).toEqual(row)
    if (!row) expect({ isKeyAlone, mayDiffer }).toEqual({ isKeyAlone: true, mayDiffer: true })
    if (replica === 'default') expect(isKeyAlone).toBe(true)
    rows.delete(id)
    return null
  }
  if (headers.operation === 'update') expect(row).toBeDefined()
  else expect(row === undefined || mayDiffer).toBe(true)
  const fresh = { ...row, ...value }
  rows.set(id, fresh)
  return fresh
}

test.each(Array.from({ length: 40 }, (_, index) => index))('random histories, seed %i', (seed) => {
  const random = randomFrom(seed)
  for (let run = 0; run < 50; run++) {
    const replica = random.pick(['default', 'full'] as const)
    const shape = { definition: { ...definition, replica } } as unknown as Shape
    const steps = history(random)
    const start = random.int(0, steps.length)
    // As far as the log goes when the client begins, and then with each answer that is the last.
    let head = random.int(start, steps.length)
    const latestAt = (end: number) => {
      const latest = new Latest(0)
      for (const [position, { block, changes }] of steps.slice(0, end).entries())
        latest.add(changes, { position, lsn: block.lsn, xid: 0 })
      return latest
    }
    const isErased = random.chance(0.5)
    if (isErased) erase(steps.slice(0, head), random)
    const rows = new Map<string, Row>()
    for (const [id, row] of steps[start - 1]?.rows ?? []) if (row['team'] === '1') rows.set(id, row)
    const last = steps[start - 1]
    let asked = last ? new Offset(last.block.lsn, 2 * (last.changes.at(-1)?.op ?? 0) + 1) : Offset.beforeChanges
    if (random.chance(0.5)) {
      // First rows, without those that were changed since.
      for (const { changes } of steps.slice(start, head))
        for (const { old } of changes) if (old) rows.delete(String(old['id']))
      asked = asked.inexact
    }
    const label = `seed ${seed} run ${run} from ${start}: ${JSON.stringify(steps.map(({ changes }) => changes.map((one) => [one.old, one.new, membershipOf(definition, one)])))}`
    for (;;) {
      const now = inShape(steps[head - 1]?.rows.values() ?? [])
      const fold = new Fold(shape, asked, latestAt(head))
      const mayDiffer = isErased || !asked.isExact
      let left = random.int(1, 6)
      let isOver = true
      for (const [position, { block, changes }] of steps.slice(0, head).entries()) {
        for (const change of changes) {
          const { isExact, past } = fold
          const messages = fold.messagesOf(change, block, position)
          if (messages.length > 0 && left-- <= 0) {
            asked = later(asked, past)
            if (!isExact) asked = asked.inexact
            isOver = false
            break
          }
          for (const message of messages) {
            const row = take(rows, message, { replica, mayDiffer })
            if (row) expect(now, label).toContain(JSON.stringify(row))
            asked = new Offset(message.lsn, message.op)
          }
        }
        if (!isOver) break
      }
      if (!isOver) continue
      expect(inShape(rows.values()), label).toEqual(now)
      if (head === steps.length) break
      // All of the log was told.
      const end = later(asked, fold.past)
      asked = new Offset(end.tx, end.op)
      head = random.int(head + 1, steps.length)
    }
  }
})
