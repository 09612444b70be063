import type { UserActor } from 'db/kit/actor.ts'
import { shapes } from 'db/tables.ts'
import { expect, test } from 'vitest'
import { parsePosition, queryOf } from 'shapes/engine.ts'
import { keepShapeSources, shapeSource } from './shape-where.ts'

const ana: UserActor = {
  kind: 'user',
  companyId: '0198a000-0000-7000-8000-000000000001',
  userId: '0198a000-0000-7000-8000-000000000002',
  name: 'Ana',
  profile: 'user',
  super: false,
  queueIds: ['0198a000-0000-7000-8000-000000000003'],
}

test('an actor’s sources are made once; another queue, profile or company makes other ones', () => {
  const sourcesOf = keepShapeSources()
  const first = sourcesOf(ana)('tickets')
  expect(sourcesOf({ ...ana })('tickets')).toBe(first)
  const others = [
    { ...ana, queueIds: [...ana.queueIds, '0198a000-0000-7000-8000-000000000004'] },
    { ...ana, profile: 'admin' as const },
    { ...ana, companyId: '0198a000-0000-7000-8000-000000000005' },
  ]
  for (const other of others) {
    const source = sourcesOf(other)('tickets')
    expect(source).not.toEqual(first)
    expect(source).toEqual(shapeSource(shapes.get('tickets') ?? expect.fail('a shape'), other))
  }
})

test('what is no shape is not found', () => {
  for (const name of ['sessions', 'constructor', '']) {
    expect(() => keepShapeSources()(ana)(name)).toThrow('ERR_NOT_FOUND')
  }
})

test.each([...shapes.values()])('$name is the same as a query', (synced) => {
  const source = shapeSource(synced, ana)
  expect(parsePosition(queryOf(source)).source).toEqual(source)
})

test('a query says what there is of names and limits', () => {
  const source = {
    schema: 'Other "one"',
    name: 'a.table, with',
    columns: ['id', 'a,"b'],
    queryable: ['id', 'a,"b', 'c'],
    where: 'id = $1 or id = $2',
    params: ['&=', ''],
    replica: 'full',
    log: 'changes_only',
  } as const
  expect(parsePosition(queryOf(source)).source).toEqual(source)
  expect(parsePosition(queryOf({ ...source, columns: null, queryable: null, where: null, params: [] })).source).toEqual(
    {
      ...source,
      columns: null,
      queryable: null,
      where: null,
      params: [],
    },
  )
})
