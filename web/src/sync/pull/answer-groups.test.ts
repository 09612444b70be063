import { expect, test, vi } from 'vitest'
import { deviceTables } from 'db/tables.ts'
import { createAnswerGroups } from './answer-groups.ts'
import type { Batch } from './apply-batch.ts'
import { foldMessages } from './fold-messages.ts'

const batch = (index: number): Batch => {
  const table = deviceTables[index]
  if (!table) throw new Error('no such table')
  return { table, folded: foldMessages([]), handle: 'h', offset: '0_0' }
}
const name = (index: number) => batch(index).table.name

function groups() {
  const together = vi.fn<(batches: readonly Batch[]) => Promise<void>>(async () => undefined)
  const alone = vi.fn<(batch: Batch) => Promise<void>>(async () => undefined)
  return { together, alone, groups: createAnswerGroups({ together, alone }) }
}

test('what was answered together is applied together, once all have delivered', async () => {
  const { together, groups: group } = groups()
  group.open([name(0), name(1)])
  const first = group.deliver(batch(0))
  expect(together).not.toHaveBeenCalled()
  await Promise.all([first, group.deliver(batch(1))])
  expect(together.mock.calls.map(([batches]) => batches.length)).toEqual([2])
})

test('a stream that asks on without delivering does not hold up the others', async () => {
  const { together, groups: group } = groups()
  group.open([name(0), name(1)])
  const first = group.deliver(batch(0))
  group.pass(name(1))
  await first
  expect(together.mock.calls.map(([batches]) => batches.length)).toEqual([1])
})

test('a stream in no group is applied alone', async () => {
  const { alone, groups: group } = groups()
  await group.deliver(batch(0))
  expect(alone).toHaveBeenCalledOnce()
})

test('a failure is told to each who delivered', async () => {
  const { together, groups: group } = groups()
  together.mockRejectedValueOnce(new Error('disk full'))
  group.open([name(0), name(1)])
  const both = [group.deliver(batch(0)), group.deliver(batch(1))]
  await expect(both[0]).rejects.toThrow('disk full')
  await expect(both[1]).rejects.toThrow('disk full')
})

test('messages fold to one change a row', () => {
  const message = (operation: 'insert' | 'update' | 'delete', value: Record<string, string>) => ({
    key: value['id'] ?? '',
    value,
    headers: { operation, lsn: '7' },
  })
  const folded = foldMessages([
    message('insert', { id: 'a', n: '1' }),
    message('update', { id: 'a', n: '2' }),
    message('update', { id: 'b', n: '1' }),
    message('update', { id: 'b', m: '2' }),
    message('delete', { id: 'c' }),
    message('insert', { id: 'c', n: '3' }),
    message('delete', { id: 'd' }),
    { headers: { control: 'up-to-date', global_last_seen_lsn: '9' } },
  ])
  expect(folded.upserts).toEqual([
    { id: 'a', n: '2' },
    { id: 'c', n: '3' },
  ])
  expect(folded.updates).toEqual([{ id: 'b', n: '1', m: '2' }])
  expect(folded.deletes).toEqual(['d'])
  expect(folded).toMatchObject({ upToDate: true, lsn: 9n })
})
