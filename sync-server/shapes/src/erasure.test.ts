// What was erased in the database: nobody is sent it, whatever position they have, and soon it is in no file.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createShapeEngine, type ShapeEngine } from './engine.ts'
import { asking, startTestEngine, type Message, type Position, type TestEngine } from './test-engine.ts'

let world: TestEngine
let dir: string

beforeAll(async () => {
  world = await startTestEngine(
    `create table notes (id int primary key, company_id text not null, team int, body text, extra jsonb);
     create table drafts (id int primary key, company_id text not null, body text);`,
    { managePublication: true, watchMs: 50, eraseMs: 0, allowDeletion: true },
  )
  dir = world.dir
  await world.catchUp('table=drafts')
})
afterAll(() => world.stop())

const shapeOf = (company: string, rest = '') =>
  `table=notes&where=${encodeURIComponent(`company_id = '${company}'${rest}`)}`

/** The engine has everything that was committed before. */
async function caughtUp(engine: ShapeEngine) {
  const [row] = await world.sql<{ lsn: string }[]>`select (pg_current_wal_insert_lsn() - '0/0')::text as lsn`
  await world.sql`insert into drafts values (0, 'tick', '') on conflict (id) do update set company_id = drafts.company_id`
  await vi.waitFor(() => expect(BigInt(engine.lastLsn())).toBeGreaterThan(BigInt(row?.lsn ?? 0)))
}

/** Everything that follows a position, as somebody catches up. */
async function since(query: string, from: Position, engine: ShapeEngine = world.engine): Promise<Message[]> {
  await caughtUp(engine)
  const { get } = asking(engine)
  const messages: Message[] = []
  for (let at = from; ;) {
    const response = await get(`${query}&offset=${at.offset}&handle=${at.handle}`)
    expect(response.status).toBe(200)
    messages.push(...((await response.json()) as Message[]))
    at = { handle: at.handle, offset: response.headers.get('electric-offset') ?? '' }
    if (response.headers.has('electric-up-to-date')) return messages
  }
}

async function begin(query: string, engine: ShapeEngine = world.engine) {
  await caughtUp(engine)
  return asking(engine).catchUp(query)
}

/** What somebody has who applied them. */
function rowsOf(messages: readonly Message[], before: ReadonlyMap<string, object> = new Map()) {
  const rows = new Map(before)
  for (const { key, value, headers } of messages) {
    if (key === undefined) continue
    if (headers['operation'] === 'delete') rows.delete(key)
    else rows.set(key, { ...rows.get(key), ...value })
  }
  return rows
}

async function filesOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile())
  const texts = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')))
  return texts.join('\n')
}

const textsGo = (...texts: readonly string[]) =>
  vi.waitFor(async () => {
    const all = await filesOf(dir)
    expect(texts.filter((text) => all.includes(text))).toEqual([])
  })

describe('a row that was deleted', () => {
  test('is sent to nobody, from an old position or at the beginning, and leaves log and snapshot', async () => {
    const query = shapeOf('deleted')
    await world.sql`insert into notes values (1, 'deleted', 1, 'Anna Alvorada, snapshot'), (2, 'deleted', 1, 'stays two')`
    const old = await begin(query)
    await world.sql`insert into notes values (3, 'deleted', 1, 'Bento Brumado, log'), (4, 'deleted', 1, 'stays four')`
    await world.sql`update notes set body = 'Anna Aurora, log' where id = 1`
    await world.sql`delete from notes where id in (1, 3)`
    const news = await since(query, old)
    expect(JSON.stringify(news)).not.toMatch(/Anna|Bento/)
    expect([...rowsOf(news, rowsOf(old.messages)).keys()]).toEqual(['"public"."notes"/"2"', '"public"."notes"/"4"'])
    const first = await begin(query)
    expect(first.handle).toBe(old.handle)
    expect(JSON.stringify(first.messages)).not.toMatch(/Anna|Bento/)
    expect(rowsOf(first.messages).size).toBe(2)
    await textsGo('Anna Alvorada', 'Anna Aurora', 'Bento Brumado')
    expect((await filesOf(dir)).includes('stays four')).toBe(true)
    const [later, again] = [await since(query, old), await begin(query)]
    expect([...rowsOf(later, rowsOf(old.messages)).keys()]).toEqual(['"public"."notes"/"2"', '"public"."notes"/"4"'])
    expect(again.handle).toBe(old.handle)
    expect(rowsOf(again.messages)).toEqual(rowsOf(first.messages))
  })

  test('within its own transaction was never there', async () => {
    const query = shapeOf('within')
    const at = await begin(query)
    const next = world.poll(query, at)
    await world.sql.begin(async (sql) => {
      await sql`insert into notes values (20, 'within', 1, 'Cora Cedro')`
      await sql`insert into notes values (21, 'within', 1, 'Davi Dourado')`
      await sql`update notes set body = 'Davi' where id = 21`
      await sql`delete from notes where id = 20`
    })
    const { messages } = await next
    expect(JSON.stringify(messages)).not.toMatch(/Cora|Dourado/)
    expect([...rowsOf(messages).values()]).toMatchObject([{ id: '21', body: 'Davi' }])
    await textsGo('Cora Cedro')
  })

  test('that nobody follows any more leaves the log, too', async () => {
    const query = `table=drafts&where=${encodeURIComponent(`company_id = 'left'`)}`
    const { handle } = await begin(query)
    await world.sql`insert into drafts values (1, 'left', 'Elisa Esmeralda')`
    await vi.waitFor(async () => expect((await filesOf(dir)).includes('Elisa Esmeralda')).toBe(true))
    expect((await world.get(`${query}&handle=${handle}`, { method: 'DELETE' })).status).toBe(202)
    await world.sql`delete from drafts where id = 1`
    await textsGo('Elisa Esmeralda')
  })

  test('with all of its table leaves the log', async () => {
    const query = `table=drafts&where=${encodeURIComponent(`company_id = 'all'`)}`
    await begin(query)
    await world.sql`insert into drafts values (2, 'all', 'Fabio Farol')`
    await vi.waitFor(async () => expect((await filesOf(dir)).includes('Fabio Farol')).toBe(true))
    await world.sql`truncate drafts`
    await textsGo('Fabio Farol')
  })
})

describe('a text that was emptied', () => {
  test('is sent to nobody, and leaves log and snapshot; what the row is now stays', async () => {
    const query = shapeOf('emptied')
    const long = 'Gil Girassol '.repeat(1000)
    await world.sql`insert into notes values (40, 'emptied', 7, 'Hugo Horizonte', ${world.sql.json({ long })})`
    const old = await begin(query)
    await world.sql`update notes set body = 'Hugo Hortela' where id = 40`
    const middle = await begin(query)
    await world.sql`update notes set body = '' where id = 40`
    for (const at of [old, middle]) expect(JSON.stringify(await since(query, at))).not.toMatch(/Hugo/)
    await textsGo('Hugo Horizonte', 'Hugo Hortela')
    for (const at of [old, middle]) {
      const [row] = rowsOf(await since(query, at), rowsOf(at.messages)).values()
      expect(row).toMatchObject({ id: '40', team: '7', body: '', extra: JSON.stringify({ long }).replace(':', ': ') })
    }
    const [row] = rowsOf((await begin(query)).messages).values()
    expect(row).toMatchObject({ id: '40', team: '7', body: '' })
  })
})

describe('a row that left a shape', () => {
  test('is not sent to who comes to it later, nor from an old position', async () => {
    const query = shapeOf('moved', ' and team = 1')
    await world.sql`insert into notes values (50, 'moved', 1, 'Ivo Ipe')`
    const old = await begin(query)
    await world.sql`insert into notes values (51, 'moved', 1, 'Joana Jasmim'), (52, 'moved', 1, 'stays')`
    await world.sql`update notes set team = 2, body = body || ', secret' where id in (50, 51)`
    const first = await begin(query)
    expect(first.messages.flatMap(({ value }) => value?.['body'] ?? [])).toEqual(['stays'])
    const news = await since(query, old)
    expect(JSON.stringify(news)).not.toMatch(/Ivo|Joana|secret/)
    expect([...rowsOf(news, rowsOf(old.messages)).keys()]).toEqual(['"public"."notes"/"52"'])
  })

  test('and comes back is told whole, in parts too', async () => {
    const query = shapeOf('back', ' and team = 1')
    const rows = Array.from({ length: 60 }, (_, index) => ({
      id: 100 + index,
      company_id: 'back',
      team: 1,
      body: 'x'.repeat(40_000),
    }))
    await world.sql`insert into notes ${world.sql(rows)}`
    const old = await begin(query)
    await world.sql`update notes set team = 2 where company_id = 'back'`
    await world.sql`update notes set team = 1 where company_id = 'back' and id % 2 = 0`
    await world.sql`update notes set extra = '1' where company_id = 'back'`
    const news = await since(query, old)
    const found = rowsOf(news, rowsOf(old.messages))
    expect(found.size).toBe(30)
    for (const { body, ...row } of found.values() as Iterable<{ body?: string }>) {
      expect({ ...row, length: body?.length }).toMatchObject({ length: 40_000, extra: '1', team: '1' })
    }
  })
})

test('what is being erased when the process dies is erased by the next one', async () => {
  const settings = world.settings({ managePublication: true, watchMs: 50, eraseMs: 3_600_000 })
  const query = shapeOf('killed')
  let engine: ShapeEngine = createShapeEngine(settings)
  await engine.start()
  await world.sql`insert into notes values (60, 'killed', 1, 'Lia Laranjeira')`
  const old = await begin(query, engine)
  await world.sql`insert into notes values (61, 'killed', 1, 'Mara Mangueira')`
  await world.sql`delete from notes where company_id = 'killed'`
  await since(query, old, engine)
  await engine.stop()
  const kept = await filesOf(settings.dir)
  expect(['Lia Laranjeira', 'Mara Mangueira'].filter((text) => !kept.includes(text))).toEqual([])
  engine = createShapeEngine({ ...settings, eraseMs: 0 })
  await engine.start()
  await vi.waitFor(async () => expect(/Lia|Mara/.test(await filesOf(settings.dir))).toBe(false))
  expect(rowsOf(await since(query, old, engine), rowsOf(old.messages)).size).toBe(0)
  await engine.stop()
})

test('a snapshot of behind the change keeps the row as it is now', async () => {
  const settings = world.settings({ managePublication: true, watchMs: 50, eraseMs: 3_600_000 })
  const [all, later] = [shapeOf('behind'), shapeOf('behind', ' and team = 1')]
  let engine: ShapeEngine = createShapeEngine(settings)
  await engine.start()
  await begin(all, engine)
  await world.sql`insert into notes values (70, 'behind', 1, 'Nair Nogueira', '"kept"'), (71, 'behind', 1, 'Otto Oliveira', null)`
  await world.sql`update notes set body = '' where id = 70`
  await world.sql`delete from notes where id = 71`
  await world.sql`insert into notes values (71, 'behind', 1, 'came again')`
  const old = await begin(later, engine)
  await engine.stop()
  engine = createShapeEngine({ ...settings, eraseMs: 0 })
  await engine.start()
  await vi.waitFor(async () => expect(/Nair|Otto/.test(await filesOf(settings.dir))).toBe(false))
  const again = await begin(later, engine)
  expect(again.handle).toBe(old.handle)
  expect(rowsOf(again.messages)).toEqual(rowsOf(old.messages))
  expect([...rowsOf(again.messages).values()]).toMatchObject([
    { id: '70', body: '', extra: '"kept"' },
    { id: '71', body: 'came again' },
  ])
  await engine.stop()
})
