// The invariant of the copy at every moment: view = synced + replay(pending).
import { newId } from 'db/kit/new-id.ts'
import { syncedTags } from 'db/tags/table.ts'
import { expect, test } from 'vitest'
import { foldMessages } from '../pull/fold-messages.ts'
import { testEntry } from '../test-device.ts'
import { createTestWorld } from '../test-world.ts'
import { createLocalCopy } from './local-copy.ts'
import { createLocalPostgres } from './local-postgres.ts'
import { testPglite } from './test-pglite.ts'

test('a row that comes in the first part of many is not hidden by its older version that was pending', async () => {
  const pg = await testPglite('device')
  const world = createTestWorld()
  const id = newId()
  const entry = testEntry(
    world.actor,
    'tag.create',
    { id, name: 'Urgente', color: '#112233', kanban: false },
    new Date(1000),
  )
  const copy = await createLocalCopy(
    {
      pg: createLocalPostgres(pg),
      logTable: 'applied_mutations',
      actor: () => world.actor,
      onCommit() {},
      async onConfirmed() {},
    },
    [entry],
  )
  const shown = async () =>
    (
      await pg.query<{ at: string }>(
        'select (extract(epoch from created_at) * 1000)::int as at from tags where id = $1',
        [id],
      )
    ).rows
  expect(await shown()).toEqual([{ at: 1000 }])

  const change = (operation: 'insert' | 'update', value: Record<string, string>) => ({
    key: value['id'] ?? '',
    value,
    headers: { operation },
  })
  const folded = foldMessages([
    change('insert', { id, name: 'Urgente', created_at: '1970-01-01 00:00:02+00' }),
    change('update', { id: newId(), name: 'Outra' }),
  ])
  const applied = copy.applyLong({ table: syncedTags, folded, handle: 'h', offset: '9_0' })
  // In turn after the first part, before the second.
  await copy.noteApplied(new Map())
  expect(await shown()).toEqual([{ at: 2000 }])
  await applied
  expect(await shown()).toEqual([{ at: 2000 }])
  await pg.close()
})
