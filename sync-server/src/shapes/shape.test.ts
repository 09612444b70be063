import { expect, test } from 'vitest'
import type { Table } from './catalog.ts'
import { Offset } from './offset.ts'
import { RecentXids } from './recent-xids.ts'
import { Router } from './router.ts'
import { Shape, type ShapeDefinition } from './shape.ts'
import type { Moment } from './snapshot.ts'
import { compileWhere } from './where/compile.ts'
import { parseWhere } from './where/parse.ts'

const text = { type: 'text', typeOid: 25, typeMod: -1, dims: 0, isEnum: false, notNull: true }
const table: Table = {
  oid: 1,
  schema: 'public',
  name: 't',
  key: ['id'],
  problem: null,
  columns: [
    { ...text, name: 'id', keyIndex: 0 },
    { ...text, name: 'company_id', keyIndex: null },
  ],
}
const definition = (where: string | null = null): ShapeDefinition => ({
  id: String(where),
  table,
  columns: ['id', 'company_id'],
  replica: 'default',
  log: 'full',
  where: where === null ? null : compileWhere(parseWhere(where, [], 't'), table),
})
const empty: Moment = { lsn: 0n, contains: () => false }
const readyShape = (moment: Moment = empty) => {
  const shape = new Shape(definition())
  shape.ready({ chunks: ['{}'], moment })
  return shape
}
const insert = (id: string, company = 'a') => ({ table, old: null, new: { id, company_id: company } })
const commit = (shape: Shape, lsn: bigint, ids: readonly string[], xid = Number(lsn)) =>
  shape.take(
    { xid, lsn },
    ids.map((id) => insert(id)),
  )
const after = (lsn: bigint) => new Offset(lsn, 0)

test('a client that goes frees its place at once', async () => {
  const shape = readyShape()
  const client = new AbortController()
  const wait = shape.wait(60_000, client.signal)
  expect(shape.waiting).toBe(1)
  client.abort()
  await wait
  expect(shape.waiting).toBe(0)
})

test('pages end where transactions end', () => {
  const shape = readyShape()
  commit(shape, 1n, ['a', 'b', 'c'])
  commit(shape, 2n, ['d'])
  const first = shape.read(Offset.afterSnapshot, 10)
  expect([String(first?.offset), first?.isLast]).toEqual(['1_4', false])
  const second = shape.read(new Offset(1n, 4), 10)
  expect([String(second?.offset), second?.isLast]).toEqual(['2_0', true])
})

test('a log that outgrew the snapshot loses its older half: clients at the head go on, others start again', () => {
  const shape = readyShape()
  const large = 'x'.repeat(300_000)
  for (let lsn = 1n; lsn <= 4n; lsn++) commit(shape, lsn, [`${lsn}${large}`])
  expect(shape.startable).toBe(false)
  expect([Offset.beforeAll, new Offset(0n, 0), after(1n)].map((offset) => shape.read(offset, 1))).toEqual([
    null,
    null,
    null,
  ])
  expect(shape.read(after(3n), 1)).toMatchObject({ isLast: true, items: expect.stringContaining('"4x') })
  commit(shape, 5n, ['y'.repeat(3_000_000)])
  expect(shape.read(after(4n), 1)).toMatchObject({ isLast: true, offset: after(5n) })
})

test('what the snapshot contains is dropped from the stream, and xids count again once it is passed', () => {
  const shape = new Shape(definition())
  commit(shape, 10n, ['seen'], 7)
  commit(shape, 11n, ['new'], 9)
  shape.ready({ chunks: ['{}'], moment: { lsn: 13n, contains: (xid) => xid < 8 } })
  commit(shape, 12n, ['seen later in the stream'], 6)
  commit(shape, 13n, ['after four billion transactions'], 6)
  const items = shape.read(Offset.afterSnapshot, 1e6)?.items ?? ''
  const keys = (JSON.parse(`[${items}]`) as { value: { id: string } }[]).map(({ value }) => value.id)
  expect(keys).toEqual(['new', 'after four billion transactions'])
})

test('a large transaction fits', () => {
  const shape = readyShape()
  const ids = Array.from({ length: 200_000 }, (_, index) => String(index))
  commit(shape, 1n, ids)
  expect(shape.read(Offset.afterSnapshot, 1)?.offset).toEqual(new Offset(1n, 399_998))
})

test('recent transactions are known by when they came', () => {
  const recent = new RecentXids()
  for (let xid = 0; xid < 70_000; xid++) recent.add(xid)
  const mark = recent.mark()
  recent.add(99_999)
  const came = (xid: number) => recent.someBefore(mark, (one) => one === xid)
  expect([came(69_999), came(99_999), came(0)]).toEqual([true, false, false])
})

test('a change is offered to the shapes of its companies only, and to those without one', () => {
  const router = new Router()
  const shapes = [`company_id = 'a'`, `'b' = company_id and id <> 'x'`, `id = 'z'`, `company_id = 'a' or id = '1'`]
  const [a, b, z, any] = shapes.map((where) => new Shape(definition(where)))
  for (const shape of [a, b, z, any]) if (shape) router.add(shape)
  expect([...router.concerned(insert('1'))]).toEqual([any, a])
  expect([...router.concerned({ ...insert('z', 'b'), old: insert('z', 'a').new })]).toEqual([any, b, a, z])
  if (a) router.delete(a)
  expect([...router.concerned(insert('1'))]).toEqual([any])
  expect(router.of(table)).toHaveLength(3)
})
