// What outlives a restart, and what does not: handles, offsets, rows.
import { appendFile, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createShapeEngine, type ShapeEngine, type ShapeEngineOptions } from './engine.ts'
import { startTestEngine, type Message, type Position, type TestEngine } from './test-engine.ts'

let world: TestEngine
beforeAll(async () => {
  world = await startTestEngine(
    `create table items (id int primary key, company_id text not null, note text);
     alter table items replica identity full;
     create table others (id int primary key, company_id text not null, note text);
     alter table others replica identity full;
     create publication second for table items;
     alter publication balcao add table items, others`,
  )
})
afterAll(() => world.stop())

const query = (company: string, table = 'items') => `table=${table}&where=company_id='${company}'`
const ask = (engine: ShapeEngine, text: string) => engine.fetch(new Request(`http://shapes.test/v1/shape?${text}`))
const idsIn = (messages: readonly Message[]) => messages.flatMap(({ value }) => value?.['id'] ?? [])

async function read(engine: ShapeEngine, text: string, at: Position = { handle: '', offset: '-1' }) {
  const messages: Message[] = []
  for (let { handle, offset } = at; ;) {
    const response = await ask(engine, `${text}&handle=${handle}&offset=${offset}`)
    if (response.status !== 200) return { status: response.status, handle, offset, messages }
    handle = response.headers.get('electric-handle') ?? ''
    offset = response.headers.get('electric-offset') ?? ''
    messages.push(...((await response.json()) as Message[]))
    if (response.headers.has('electric-up-to-date')) return { status: 200, handle, offset, messages }
  }
}

async function withEngine<T>(settings: ShapeEngineOptions, run: (engine: ShapeEngine) => Promise<T>): Promise<T> {
  const engine = createShapeEngine(settings)
  await engine.start()
  try {
    return await run(engine)
  } finally {
    await engine.stop()
  }
}

const insert = (id: number, company: string, note = '') =>
  world.sql`insert into items values (${id}, ${company}, ${note})`

/** Fills the log with changes of a shape until it has dropped its beginning. */
async function overflow(engine: ShapeEngine, company: string) {
  await read(engine, query(company))
  await insert(-1, company)
  const note = 'x'.repeat(20_000)
  for (let i = 0; i < 100; i++) await world.sql`update items set note = ${note + i} where company_id = ${company}`
  await world.sql`delete from items where company_id = ${company}`
}

test('after a restart clients go on from their offsets, with what they missed', async () => {
  const settings = world.settings()
  await insert(1, 'go')
  const before = await withEngine(settings, async (engine) => {
    await read(engine, query('go'))
    await insert(2, 'go')
    await vi.waitFor(async () => expect(idsIn((await read(engine, query('go'))).messages)).toEqual(['1', '2']))
    return read(engine, query('go'))
  })
  await insert(3, 'go')
  await withEngine(settings, async (engine) => {
    const after = await read(engine, query('go'), before)
    expect([after.status, after.handle, idsIn(after.messages)]).toEqual([200, before.handle, ['3']])
    const anew = await read(engine, query('go'))
    expect([anew.handle, idsIn(anew.messages)]).toEqual([before.handle, ['1', '2', '3']])
  })
})

test.each([
  ['a slot that was dropped', (slot: string) => world.sql`select pg_drop_replication_slot(${slot})`, {}],
  [
    'a slot that was made anew and has moved on',
    async (slot: string) => {
      await world.sql`select pg_drop_replication_slot(${slot})`
      await world.sql`select pg_create_logical_replication_slot(${slot}, 'pgoutput')`
    },
    {},
  ],
  ['another publication', async () => {}, { publication: 'second' }],
  ['a column more', (slot: string) => world.sql.unsafe(`alter table items add column "${slot}" int`), {}],
])('%s sends clients back to the start, with every row', async (_what, change, other) => {
  const settings = world.settings()
  const slot = String(settings.slot)
  await insert(10, slot)
  const before = await withEngine(settings, (engine) => read(engine, query(slot)))
  await insert(11, slot)
  await change(slot)
  await withEngine({ ...settings, ...other }, async (engine) => {
    expect((await read(engine, query(slot), before)).status).toBe(409)
    const anew = await read(engine, query(slot))
    expect([anew.handle === before.handle, idsIn(anew.messages)]).toEqual([false, ['10', '11']])
  })
  await world.sql`delete from items where company_id = ${slot}`
})

const segments = async (dir: string) => {
  const names = await readdir(join(dir, 'log'))
  return names.toSorted().map((name) => join(dir, 'log', name))
}

test('a torn end of the log is nothing: what was not acknowledged comes again', async () => {
  const settings = world.settings()
  const before = await withEngine(settings, (engine) => read(engine, query('torn')))
  await withEngine(settings, async (engine) => {
    await insert(20, 'torn')
    await vi.waitFor(async () => expect(idsIn((await read(engine, query('torn'), before)).messages)).toEqual(['20']))
  })
  const [newest] = (await segments(settings.dir)).toReversed()
  await appendFile(newest ?? '', Buffer.from([0, 0, 1, 0, 9, 9, 9]))
  await insert(21, 'torn')
  await withEngine(settings, async (engine) => {
    expect(await read(engine, query('torn'), before)).toMatchObject({ status: 200, handle: before.handle })
    expect(idsIn((await read(engine, query('torn'), before)).messages)).toEqual(['20', '21'])
  })
})

test('a damaged log is noticed, not served', async () => {
  const settings = world.settings({ logBytes: 512 * 1024 })
  const before = await withEngine(settings, async (engine) => {
    const at = await read(engine, query('damaged'))
    await insert(30, 'damaged')
    await overflow(engine, 'damaged-by')
    await vi.waitFor(async () => expect((await segments(settings.dir)).length).toBeGreaterThan(2))
    return at
  })
  const [oldest] = await segments(settings.dir)
  const file = await open(oldest ?? '', 'r+')
  // The length of its first block.
  await file.write(Buffer.from([0xff, 0xff, 0xff, 0xff]), 0, 4, 0)
  await file.close()
  await withEngine(settings, async (engine) => {
    expect((await read(engine, query('damaged'), before)).status).toBe(409)
    expect(idsIn((await read(engine, query('damaged'))).messages)).toEqual(['30'])
  })
})

test('the log stays within its limit; who is near the head, or whose shape is quiet, goes on', async () => {
  const settings = world.settings({ logBytes: 512 * 1024, longPollMs: 50 })
  // In the snapshot alone: what the log tells too is dropped from it, and who began before that starts again.
  await insert(40, 'quiet')
  const behind = await withEngine(settings, async (engine) => {
    const busy = await read(engine, query('busy'))
    let near = await read(engine, query('quiet', 'items'))
    const never = await read(engine, query('quiet', 'others'))
    for (let round = 0; round < 4; round++) {
      await overflow(engine, 'busy')
      near = await read(engine, query('quiet'), near)
      expect(near.status).toBe(200)
    }
    await vi.waitFor(async () => expect((await read(engine, query('busy'), busy)).status).toBe(409))
    await insert(41, 'quiet')
    await vi.waitFor(async () => expect(idsIn((await read(engine, query('quiet'), near)).messages)).toEqual(['41']))
    expect((await read(engine, query('quiet', 'others'), never)).status).toBe(200)
    // What is too old is removed while the newest is written.
    await vi.waitFor(async () => {
      const sizes = await Promise.all(
        (await segments(settings.dir)).map((path) =>
          stat(path).then(
            ({ size }) => size,
            () => 0,
          ),
        ),
      )
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(640 * 1024)
      expect(engine.stats().logBytes).toBeLessThan(640 * 1024)
    })
    return busy
  })
  // The next process knows it, too.
  await withEngine(settings, async (engine) => {
    expect((await read(engine, query('busy'), behind)).status).toBe(409)
  })
})

test('who has seen everything and stands far behind is told to stand further on', async () => {
  const settings = world.settings({ logBytes: 2 * 1024 * 1024, longPollMs: 50 })
  await withEngine(settings, async (engine) => {
    await insert(45, 'still')
    const before = await read(engine, query('still'))
    await overflow(engine, 'loud')
    await vi.waitFor(async () => {
      const after = await read(engine, query('still'), before)
      expect([after.status, after.handle, after.offset === before.offset]).toEqual([200, before.handle, false])
      expect(after.messages).toEqual([{ headers: expect.objectContaining({ control: 'up-to-date' }) }])
    })
  })
})

test('a snapshot is made anew once the log after it has grown past it, under another handle', async () => {
  const settings = world.settings()
  await withEngine(settings, async (engine) => {
    const first = await read(engine, query('grown'))
    await overflow(engine, 'grown')
    await insert(50, 'grown')
    await vi.waitFor(async () => {
      const later = await read(engine, query('grown'))
      expect([later.handle === first.handle, idsIn(later.messages)]).toEqual([false, ['50']])
    })
    const followed = await read(engine, query('grown'), first)
    expect([followed.status, followed.handle]).toEqual([200, first.handle])
  })
})

test('a table that is dropped, or leaves the publication, is noticed without a change of it', async () => {
  const settings = world.settings({ watchMs: 50 })
  await world.sql.unsafe(
    `create table fleeting (id int primary key); alter table fleeting replica identity full; alter publication balcao add table fleeting`,
  )
  await withEngine(settings, async (engine) => {
    const at = await read(engine, 'table=fleeting')
    await world.sql`alter publication balcao drop table fleeting`
    await vi.waitFor(async () => expect((await read(engine, 'table=fleeting', at)).status).toBe(409))
    expect((await read(engine, 'table=fleeting')).status).toBe(400)
    await world.sql`alter publication balcao add table fleeting`
    await vi.waitFor(async () => expect((await read(engine, 'table=fleeting')).status).toBe(200))
    await world.sql`drop table fleeting`
    await vi.waitFor(async () => expect((await read(engine, 'table=fleeting')).status).toBe(400))
    expect((await read(engine, 'table=fleeting', at)).status).toBe(409)
  })
})

test('WAL that Postgres has to keep is told', async () => {
  const settings = world.settings({ watchMs: 20, retainedAlarmBytes: 1 })
  await withEngine(settings, async (engine) => {
    await vi.waitFor(async () => {
      const health = await engine.fetch(new Request('http://shapes.test/v1/health'))
      expect(await health.json()).toEqual({ status: 'active', alarm: expect.stringContaining('bytes of WAL') })
    })
    const metrics = await engine.fetch(new Request('http://shapes.test/metrics'))
    expect(await metrics.text()).toMatch(/^shapes_alarm 1$[^]*^shapes_retained_wal_bytes \d+$/m)
  })
})

test('while the change stream is lost, what is kept is still served', async () => {
  const settings = world.settings({ startingMs: 10 })
  await withEngine(settings, async (engine) => {
    const at = await read(engine, query('away'))
    await world.sql`alter publication balcao rename to gone`
    await world.sql`select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = ${String(settings.slot)}`
    await vi.waitFor(() => expect(engine.stats().status).toBe('starting'))
    expect(await read(engine, query('away'), at)).toMatchObject({ status: 200, handle: at.handle })
    expect((await ask(engine, `${query('not yet')}&offset=-1`)).status).toBe(503)
    await world.sql`alter publication gone rename to balcao`
    await insert(60, 'away')
    await vi.waitFor(async () => expect(idsIn((await read(engine, query('away'), at)).messages)).toEqual(['60']))
  })
})
