// The invariant of the copy at every moment: view = synced + replay(pending).
import type { PGlite } from '@electric-sql/pglite'
import type { Actor } from 'db/kit/actor.ts'
import { newId } from 'db/kit/new-id.ts'
import { deviceTables } from 'db/tables.ts'
import { syncedTags } from 'db/tags/table.ts'
import { expect, test } from 'vitest'
import type { OutboxEntry } from '../outbox/outbox.ts'
import type { Batch } from '../pull/apply-batch.ts'
import { foldMessages } from '../pull/fold-messages.ts'
import { unheard } from '../queries/painting.ts'
import { testEntry } from '../test-device.ts'
import { createTestWorld } from '../test-world.ts'
import { createLocalCopy } from './local-copy.ts'
import { createLocalPostgres } from './local-postgres.ts'
import { testPglite } from './test-pglite.ts'

const world = createTestWorld()

const created = (id: string) =>
  testEntry(world.actor, 'tag.create', { id, name: 'Urgente', color: '#112233', kanban: false }, new Date(1000))
const renamed = (id: string) =>
  testEntry(world.actor, 'tag.update', { id, changes: { name: { to: 'Calma' } } }, new Date(2000))

/** `pg`: of a device that was at work before. */
async function copyWith(entries: readonly OutboxEntry[], before?: { pg: PGlite; actor?: Actor }) {
  const pg = before?.pg ?? (await testPglite('device'))
  const local = createLocalPostgres(pg)
  const steps: string[] = []
  const copy = await createLocalCopy(
    {
      pg: {
        ...local,
        transaction(job) {
          steps.push('transaction')
          return local.transaction(job)
        },
      },
      logTable: 'applied_mutations',
      actor: () => before?.actor ?? world.actor,
      onPending: () => void steps.push('pending'),
      onCommit: () => void steps.push('shown'),
      async onConfirmed() {},
      async onMoot() {},
    },
    entries,
  )
  const names = async () => (await pg.query<{ name: string }>('select name from tags')).rows.map(({ name }) => name)
  return { pg, copy, names, steps }
}

/** That was asked to run the second of two entries first. */
async function copyAskedLate() {
  const id = newId()
  const made = await copyWith([])
  const [first, second] = [
    { ...created(id), seq: 1 },
    { ...renamed(id), seq: 2 },
  ]
  await made.copy.run(second, async () => second)
  await made.copy.run(first, async () => first)
  return made
}

const change = (operation: 'insert' | 'update', value: Record<string, string>) => ({
  key: value['id'] ?? '',
  value,
  headers: { operation },
})

function rowOf(id: string): Batch {
  const row = { id, company_id: world.actor.companyId, name: 'Urgente', color: '#112233', kanban: 'false' }
  const times = { created_at: '1970-01-01 00:00:01+00', updated_at: '1970-01-01 00:00:01+00' }
  const folded = foldMessages([change('insert', { ...row, ...times })])
  return { table: syncedTags, folded, handle: 'h', offset: '9_0' }
}

test('a row that comes in the first part of many is not hidden by its older version that was pending', async () => {
  const id = newId()
  const { pg, copy } = await copyWith([created(id)])
  const shown = async () =>
    (
      await pg.query<{ at: string }>(
        'select (extract(epoch from created_at) * 1000)::int as at from tags where id = $1',
        [id],
      )
    ).rows
  expect(await shown()).toEqual([{ at: 1000 }])

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

test('an entry may be sent before it runs here, and one of another place in the order as soon as all of them did', async () => {
  const { pg, steps } = await copyAskedLate()
  expect(steps.filter((step) => step !== 'transaction')).toEqual(['pending', 'shown', 'shown', 'pending'])
  await pg.close()
})

test('an entry of a tab that asks late runs in its place in the outbox', async () => {
  const { pg, names } = await copyAskedLate()
  expect(await names()).toEqual(['Calma'])
  await pg.close()
})

test('a start runs what waits again only where that is not what ran last, for the same person', async () => {
  const id = newId()
  const [first, second] = [created(id), renamed(id)]
  const { pg, copy } = await copyWith([])
  for (const entry of [first, second]) await copy.run(entry, async () => entry)
  const start = async (entries: readonly OutboxEntry[], actor?: Actor) => {
    const { steps, names } = await copyWith(entries, actor ? { pg, actor } : { pg })
    return { ran: steps.includes('transaction'), names: await names() }
  }
  const edited = { ...first, args: { ...first.args, name: 'Nova' } }
  const attendant = { ...world.actor, queueIds: [newId()] }
  expect(await start([first, second])).toEqual({ ran: false, names: ['Calma'] })
  expect(await start([first])).toEqual({ ran: true, names: ['Urgente'] })
  expect(await start([edited])).toEqual({ ran: true, names: ['Nova'] })
  expect(await start([edited])).toEqual({ ran: false, names: ['Nova'] })
  expect(await start([edited], attendant)).toMatchObject({ ran: true })
  expect(await start([])).toEqual({ ran: true, names: [] })
  expect(await start([])).toEqual({ ran: false, names: [] })
  await pg.close()
})

test('an entry that found no row before a start runs when the row comes after it', async () => {
  const id = newId()
  const entry = renamed(id)
  const { pg } = await copyWith([entry])
  const { copy, names, steps } = await copyWith([entry], { pg })
  expect(steps).toEqual([])
  await copy.apply([rowOf(id)])
  expect(await names()).toEqual(['Calma'])
  await pg.close()
})

test('an entry that found no row runs when the row comes, though it has written nothing', async () => {
  const id = newId()
  const { pg, copy, names } = await copyWith([renamed(id)])
  await copy.apply([rowOf(id)])
  expect(await names()).toEqual(['Calma'])
  await pg.close()
})

test('rows are said to be as new as a position only once those up to it can be read', async () => {
  const { pg, copy, names } = await copyWith([])
  const tags = new Set(['tags'])
  const upToDate = (lsn: string) => ({ headers: { control: 'up-to-date' as const, global_last_seen_lsn: lsn } })
  const row = { company_id: world.actor.companyId, color: '#112233', kanban: 'false' }
  const times = { created_at: '1970-01-01 00:00:01+00', updated_at: '1970-01-01 00:00:01+00' }
  const batch = (name: string, lsn: string) => {
    const folded = foldMessages([change('insert', { ...row, ...times, id: newId(), name }), upToDate(lsn)])
    return { table: syncedTags, folded, handle: 'h', offset: `${lsn}_0` }
  }
  /** As live queries do: first what the rows will be worth, then the rows. */
  const read = async () => ({ upTo: copy.standing(tags), count: (await names()).length })
  expect(await read()).toEqual({ upTo: null, count: 0 })
  for (const [index, lsn] of [9n, 12n].entries()) {
    let done = false
    const applied = copy.apply([batch(`Etiqueta ${lsn}`, String(lsn))]).then(() => (done = true))
    while (!done) {
      const { upTo, count } = await read()
      if (upTo === lsn) expect(count).toBe(index + 1)
    }
    await applied
    expect(await read()).toEqual({ upTo: lsn, count: index + 1 })
  }
  await copy.apply([], { tables: ['tags'], lsn: 20n })
  expect([copy.standing(tags), copy.standing(new Set(['tags', 'contacts']))]).toEqual([20n, null])
  await pg.close()
})

test('rows that something pending hides are as new as the log that would tell of it, and as of the last time once the server has taken it', async () => {
  const id = newId()
  const entry = renamed(id)
  const { pg, copy, names } = await copyWith([entry])
  const row = { id, company_id: world.actor.companyId, name: 'De depois', color: '#112233', kanban: 'false' }
  const times = { created_at: '1970-01-01 00:00:01+00', updated_at: '1970-01-01 00:00:09+00' }
  const upToDate = { headers: { control: 'up-to-date' as const, global_last_seen_lsn: '12' } }
  const folded = foldMessages([change('insert', { ...row, ...times }), upToDate])
  await copy.apply([{ table: syncedTags, folded, handle: 'h', offset: '12_0' }])
  const tags = new Set(['tags'])
  expect([await names(), copy.standing(tags)]).toEqual([['Calma'], unheard])
  await copy.apply([], { tables: ['applied_mutations'], lsn: 11n })
  expect([await names(), copy.standing(tags)]).toEqual([['Calma'], 11n])
  await copy.noteApplied(new Map([[entry.id, '15']]))
  await copy.apply([], { tables: ['tags', 'applied_mutations'], lsn: 20n })
  expect([await names(), copy.standing(tags)]).toEqual([['Calma'], unheard])
  await copy.apply([], { tables: deviceTables.map(({ name }) => name), lsn: 20n })
  expect([await names(), copy.standing(tags)]).toEqual([['De depois'], 20n])
  await pg.close()
})
