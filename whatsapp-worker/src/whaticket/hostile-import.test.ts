// Old databases that are broken, or made to break: an import ends, says what did not come and why, and brings the same when it is run again.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Database } from 'db/node/connect.ts'
import { openMediaStore, type MediaStore } from 'db/node/media/media-store.ts'
import { testDatabase } from 'db/node/testing/test-database.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openOldFiles } from './files.ts'
import { importWhaticket } from './import.ts'
import { inBatches } from './in-batches.ts'
import { reportLines, Tally, type Report } from './report.ts'
import { at, made, times } from './test-old-database.ts'
import { oldDatabase } from './test-old-server.ts'
import { of, two } from './test-two-companies.ts'
import { text } from './values.ts'

const html = '<img src=x onerror=alert(1)><script>alert(1)</script>'

let to: Database
let end: () => Promise<void>
let url: string
let folder: string
let media: MediaStore
const kept = () => ({ MEDIA_DIR: join(folder, 'media'), S3_REGION: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-hostile-import-'))
  await mkdir(join(folder, 'public/company1'), { recursive: true })
  await writeFile(join(folder, 'outside.txt'), 'secret')
  await writeFile(join(folder, 'public/inside.txt'), 'inside')
  await symlink(join(folder, 'outside.txt'), join(folder, 'public/link.txt'))
  await symlink(folder, join(folder, 'public/up'))
  media = await openMediaStore(kept())
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  const database = await testDatabase()
  url = database.url
  to = connect(url)
  end = async () => {
    await to.end()
    await database.drop()
  }
  return () => end()
})

const run = (from: string): Promise<Report> =>
  importWhaticket(
    { db: to, media },
    {
      from,
      files: join(folder, 'public'),
      isDryRun: false,
      timeZone: 'America/Sao_Paulo',
      companyName: 'Minha empresa',
      clock: '-03:00',
      progress: () => {},
    },
    new Date('2026-11-01T12:00:00Z'),
  )

/** And again: nothing is new, the same is told. */
async function runTwice(from: string): Promise<Report> {
  const report = await run(from)
  const again = await run(from)
  const told = ({ tables }: Report) => Object.entries(tables).map(([name, { skipped }]) => [name, skipped])
  expect(told(again)).toEqual(told(report))
  expect(Object.entries(again.tables).filter(([name, { added }]) => name !== 'files' && added > 0)).toEqual([])
  return report
}

describe('references', () => {
  test('in a circle: options below themselves are told; what quotes itself quotes nothing', async () => {
    await using old = await oldDatabase(
      two({
        QueueOptions: {
          rows: [
            [1, 'Eu mesma', '1', 1, 1, ...made(1)],
            [2, 'Duas', '2', 1, 3, ...made(1)],
            [3, 'Duas', '3', 1, 2, ...made(1)],
            [4, 'Abaixo delas', '1', 1, 3, ...made(1)],
            [5, 'De outra fila', '1', 2, 6, ...made(1)],
            [6, 'Boa', '4', 1, null, ...made(1)],
            // Deep, and each before what it is below.
            ...Array.from({ length: 80 }, (_, i) => [
              100 + i,
              `Nível ${i}`,
              '1',
              1,
              i === 79 ? 6 : 101 + i,
              ...made(1),
            ]),
          ],
        },
        Messages: {
          rows: [
            ['A1', false, 'eu', 'chat', null, 'A1', 1, 1, null, ...made(3)],
            ['A2', false, 'ela', 'chat', null, 'A3', 1, 1, null, ...made(3)],
            ['A3', false, 'ele', 'chat', null, 'A2', 1, 1, null, ...made(3)],
          ],
        },
      }),
    )
    const report = await runTwice(old.url)
    expect(report.tables['queue options']).toMatchObject({
      read: 86,
      added: 81,
      skipped: { 'below itself, or below another queue': 5 },
    })
    const [deepest] = await to.sql`
      with recursive up as (
        select id, parent_id, 1 as depth from queue_options where title = 'Nível 0'
        union all select o.id, o.parent_id, up.depth + 1 from queue_options o join up on o.id = up.parent_id)
      select max(depth)::int as depth from up`
    expect(deepest).toEqual({ depth: 81 })
    const quotes = await to.sql`
      select m.body, q.body as quoted from messages m left join messages q on q.id = m.quoted_message_id order by m.body`
    expect([...quotes]).toEqual([
      { body: 'ela', quoted: 'ele' },
      { body: 'ele', quoted: 'ela' },
      { body: 'eu', quoted: null },
    ])
  })

  test('to another company’s rows lead nowhere', async () => {
    await using old = await oldDatabase(
      two({
        Users: {
          rows: [
            [1, 'Ana', 'ana@um.example', 'admin', 2, 1, ...made(1)],
            [2, 'Bia', 'bia@dois.example', 'admin', 1, 2, ...made(1)],
          ],
        },
        UserQueues: {
          columns: { userId: 'int', queueId: 'int' },
          rows: [
            [1, 2],
            [1, 1],
          ],
        },
        WhatsappQueues: { columns: { whatsappId: 'int', queueId: 'int' }, rows: [[1, 2]] },
        Tags: { columns: { id: 'int', name: 'text', ...of, ...times }, rows: [[2, 'Deles', 2, ...made(1)]] },
        TicketTags: { columns: { ticketId: 'int', tagId: 'int' }, rows: [[1, 2]] },
        TicketNotes: {
          columns: { id: 'int', note: 'text', userId: 'int', ticketId: 'int', ...times },
          rows: [[1, 'Nota', 2, 1, ...made(3)]],
        },
        Schedules: {
          columns: { id: 'int', body: 'text', sendAt: 'time', contactId: 'int', userId: 'int', ...of, ...times },
          rows: [[1, 'Oi', at(5), 2, 1, 1, ...made(3)]],
        },
        QuickMessages: {
          columns: { id: 'int', shortcode: 'text', message: 'text', userId: 'int', ...of, ...times },
          rows: [[1, 'oi', 'Olá', 2, 1, ...made(3)]],
        },
        Tickets: {
          rows: [
            [1, 'open', false, 2, 1, 2, 2, 1, ...made(3)],
            [2, 'open', false, 2, 1, 2, 2, 2, ...made(3)],
            [3, 'open', false, 2, 2, 2, 2, 2, ...made(3)],
          ],
        },
        Messages: {
          rows: [
            ['B1', false, 'segredo deles', 'chat', null, null, 3, 2, null, ...made(3)],
            ['A1', true, 'nosso', 'chat', null, 'B1', 1, 1, 2, ...made(4)],
          ],
        },
      }),
    )
    const report = await runTwice(old.url)
    expect(report.tables['tickets']?.skipped).toEqual({ 'of no contact': 1 })
    expect(report.tables['schedules']?.skipped).toEqual({ 'of no contact': 1 })
    for (const pairs of ["people's queues", "connections' queues", "tickets' tags"]) {
      expect(report.tables[pairs]?.skipped).toEqual({ 'names nobody': 1 })
    }
    // Whatever names a row names one of its own company.
    const references = await to.sql<{ table: string; column: string; other: string }[]>`
      select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as other
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and array_length(c.conkey, 1) = 1
        and exists (select from pg_attribute o where o.attrelid = c.conrelid and o.attname = 'company_id')
        and exists (select from pg_attribute o where o.attrelid = c.confrelid and o.attname = 'company_id')`
    for (const { table, column, other } of [
      ...references,
      { table: 'messages', column: 'quoted_message_id', other: 'messages' },
      { table: 'ticket_cycles', column: 'user_id', other: 'users' },
    ]) {
      const foreign = await to.sql.unsafe(
        `select 1 from ${table} t join ${other} o on o.id = t.${column} where o.company_id <> t.company_id`,
      )
      expect({ table, column, foreign: foreign.length }).toEqual({ table, column, foreign: 0 })
    }
  })
})

test('rows twice, and without a key: one comes, and each other is told', async () => {
  const message = ['A1', false, 'Oi', 'chat', null, null, 1, 1, null, ...made(3)]
  const contact = [1, 'Caio', '5511988887777', false, 1, ...made(2)]
  const ticket = [1, 'open', false, 1, 1, 1, 1, 1, ...made(3)]
  await using old = await oldDatabase(
    two({
      Contacts: { rows: [contact, contact, [null, 'Sem', '5511911112222', false, 1, ...made(2)]] },
      Tickets: { rows: [ticket, ticket, [null, 'open', false, 1, 1, 1, 1, 1, ...made(3)]] },
      Messages: { rows: [message, message, [null, false, 'Sem', 'chat', null, null, 1, 1, null, ...made(3)]] },
    }),
  )
  const report = await runTwice(old.url)
  expect(report.tables['contacts']).toMatchObject({ read: 3, added: 1, skipped: { 'no id': 1 } })
  expect(report.tables['tickets']).toMatchObject({ read: 3, added: 1, skipped: { 'no id': 1, 'there twice': 1 } })
  expect(report.tables['messages']).toMatchObject({ read: 3, added: 1, skipped: { 'no id': 1 } })
  // Of each: read is what came, is there, or was told.
  for (const { read, added, updated, there, skipped } of Object.values(report.tables)) {
    expect(added + updated + there + Object.values(skipped).reduce((sum, count) => sum + count, 0)).toBe(read)
  }
})

test('numbers and dates beyond all measure are told, and the next ticket still gets a number', async () => {
  const bothTimes = (value: string) => [value, value]
  await using old = await oldDatabase(
    two({
      Queues: {
        columns: { id: 'int', name: 'text', orderQueue: 'text', ...of, ...times },
        rows: [
          [1, 'Enorme', '99999999999', 1, ...made(1)],
          [2, 'Fila dois', 'abc', 2, ...made(1)],
        ],
      },
      Contacts: {
        rows: [
          [1, 'Caio', '5511988887777', false, 1, ...made(2)],
          [2, 'Davi', '5511977776666', false, 2, ...made(2)],
          [3, 'Antes', '5511966665555', false, 1, ...bothTimes('0001-01-01 BC')],
          [4, 'Depois', '5511966664444', false, 1, ...bothTimes('294276-01-01')],
          [5, 'Sempre', '5511966663333', false, 1, ...bothTimes('infinity')],
          [6, 'Nunca', '5511966662222', false, 1, null, null],
          [2147483647, 'Último', '5511966661111', false, 1, ...made(2)],
        ],
      },
      Tickets: {
        rows: [
          [2147483647, 'open', false, 1, 1, 1, null, 1, ...made(3)],
          [2, 'open', false, 2, 2, 2, 2, 2, at(9), '1950-01-01T00:00:00Z'],
        ],
      },
      Messages: { rows: [['A1', false, 'Oi', 'chat', null, null, 2147483647, 1, null, ...made(3)]] },
    }),
  )
  const report = await runTwice(old.url)
  expect(report.tables['queues']?.skipped).toEqual({ 'a number that is too large (22003)': 1 })
  expect(report.tables['contacts']?.skipped).toEqual({ 'no createdAt': 4 })
  expect(report.tables['tickets']).toMatchObject({ added: 2, skipped: {} })
  const [last] = await to.sql`select max(last_number)::int as last from ticket_counters`
  expect(last?.['last']).toBeLessThan(1_000_000)
  expect(reportLines(report).join('\n')).toContain('4 no createdAt')
})

test('markup stays text, wrong bytes become marks, and paths lead to no file', async () => {
  const names = ['../../etc/passwd', '/etc/passwd', 'company1/../../outside.txt', 'link.txt', 'up/outside.txt', '.', '']
  await using old = await oldDatabase(
    two({
      Companies: {
        rows: [
          [1, html, ...made(1)],
          [2, 'Dois', ...made(1)],
        ],
      },
      Contacts: { rows: [[1, html.slice(0, 50), '5511988887777', false, 1, ...made(2)]] },
      Messages: {
        rows: [
          ['A0', false, html, 'chat', null, null, 1, 1, null, ...made(3)],
          ...names.map((name, i) => [`F${i}`, false, name, 'document', name, null, 1, 1, null, ...made(4)]),
          ['F9', false, 'sim', 'document', 'inside.txt', null, 1, 1, null, ...made(4)],
        ],
      },
    }),
    'SQL_ASCII',
  )
  await old.sql`set client_encoding to 'SQL_ASCII'`
  await old.sql.unsafe(String.raw`update "Contacts" set name = E'Jo\xe3o'`)
  await old.sql.unsafe(String.raw`update "Messages" set "quotedMsgId" = E'\xff\xfe' where id = 'A0'`)
  await run(old.url)
  const [company] = await to.sql`select name from companies where name like '<%'`
  expect(company).toEqual({ name: html })
  expect(await to.sql`select name from contacts`).toMatchObject([{ name: 'Jo\ufffdo' }])
  const [words] = await to.sql`select body from messages where whatsapp_id = 'A0'`
  expect(words).toEqual({ body: html })
  const files = await to.sql`select whatsapp_id as id from messages where media_hash is not null`
  expect([...files]).toEqual([{ id: 'F9' }])
})

test('no spelling of a path leaves the old folder, nor does a link', async () => {
  const files = await openOldFiles(join(folder, 'public'), { db: to, media, tally: new Tally() })
  for (const name of [
    '../outside.txt',
    'https://old.example/public/..%2foutside.txt',
    'https://old.example/public/%2e%2e/outside.txt',
    'link.txt',
    'up/outside.txt',
    join(folder, 'outside.txt'),
    'inside.txt\0.png',
    `${'a/'.repeat(5_000)}x`,
    'x'.repeat(5_000),
    '..',
    'company1',
  ]) {
    expect([name, await files.find(name, 1)]).toEqual([name, null])
  }
  expect(await files.find('https://old.example/public/inside.txt', 1)).toMatch(/inside\.txt$/)
})

test('one person of many spellings is one contact, with all of their tickets', async () => {
  const spellings: [string, string[]][] = [
    ['Brasil', ['5511987654321', '551187654321', '11987654321', '+55 (11) 98765-4321', '5511987654321@s.whatsapp.net']],
    ['México', ['5215512345678', '525512345678', '+52 1 55 1234 5678']],
    ['Argentina', ['5491123456789', '541123456789', '+54 9 11 2345-6789']],
  ]
  const contacts = spellings.flatMap(([name, numbers], person) =>
    numbers.map((number, i) => [person * 10 + i + 1, `${name} ${i}`, number, false, 1, ...made(2)]),
  )
  await using old = await oldDatabase(
    two({
      Contacts: { rows: contacts },
      Tickets: { rows: contacts.map(([id]) => [id, 'closed', false, null, id, 1, 1, 1, ...made(3)]) },
      Messages: {
        rows: contacts.map(([id]) => [`M${String(id)}`, false, 'Oi', 'chat', null, null, id, id, null, ...made(3)]),
      },
    }),
  )
  const report = await runTwice(old.url)
  expect(report.tables['contacts']).toMatchObject({ read: contacts.length, added: 3, skipped: {} })
  const people = await to.sql`
    select split_part(c.name, ' ', 1) as name, count(distinct t.id)::int as tickets, count(m.id)::int as messages
    from contacts c join tickets t on t.contact_id = c.id join messages m on m.ticket_id = t.id group by c.id order by 1`
  expect([...people]).toEqual([
    { name: 'Argentina', tickets: 3, messages: 3 },
    { name: 'Brasil', tickets: 5, messages: 5 },
    { name: 'México', tickets: 3, messages: 3 },
  ])
})

test('NUL and half characters are left out of texts, and batches end by what is in them', async () => {
  expect(text({ body: 'a\0b\ud800c' }, 'body')).toBe('ab\ufffdc')
  const sizes: number[] = []
  const rows = async function* () {
    for (let i = 0; i < 2_100; i++) yield { id: i, body: 'x'.repeat(i < 100 ? 100_000 : 1) }
  }
  for await (const batch of inBatches(rows())) sizes.push(batch.length)
  expect(sizes).toEqual([40, 40, 1_000, 1_000, 20])
})

test('gigabytes of text pass through a process with little memory', async () => {
  await using old = await oldDatabase(two({}))
  const huge = 40_000_000
  await old.sql`
    insert into "Messages" (id, "fromMe", body, "mediaType", "mediaUrl", "quotedMsgId", "ticketId", "createdAt", "updatedAt")
    select 'H' || n, false, t, 'chat', null, t, 1, ${at(4)}, ${at(4)} from generate_series(1, 6) n, lateral (select repeat('x', ${huge}) as t) x`
  await old.sql`
    insert into "Messages" (id, "fromMe", body, "mediaType", "ticketId", "createdAt", "updatedAt")
    select 'L' || n, false, repeat('x', 65536), 'chat', 1, ${at(5)}, ${at(5)} from generate_series(1, 200) n`
  await old.sql`update "Companies" set name = repeat('x', ${huge}) where id = 1`
  await old.sql`update "Contacts" set name = repeat('y', ${huge}) where id = 1`
  const command = fileURLToPath(new URL('main.ts', import.meta.url))
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, ...kept(), DATABASE_URL: url }
  const { code, said } = await new Promise<{ code: number; said: string }>((resolve) => {
    const args = ['--max-old-space-size=128', command, '--from', old.url]
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), said: stdout + stderr }),
    )
  })
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('208 new') })
  const [longest] = await to.sql`select max(length(body))::int as body from messages where whatsapp_id like 'H%'`
  expect(longest).toEqual({ body: 65_536 })
})
