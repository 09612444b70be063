import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from 'db/node/connect.ts'
import { openMediaStore, type MediaStore } from 'db/node/media/media-store.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { testDatabase } from 'db/node/testing/test-database.ts'
import { verifyPassword } from 'db/node/password.ts'
import { beforeAll, expect, test } from 'vitest'
import { importWhaticket, type ImportOptions } from './import.ts'
import type { Report } from './report.ts'
import { community, izing } from './test-old-database.ts'
import { oldDatabase } from './test-old-server.ts'
import { oldPassword, saas } from './test-old-service.ts'

const now = new Date('2026-11-20T12:00:00Z')
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const ogg = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead'), Buffer.alloc(11)])

const db = useTestDatabase()
let folder = ''
let media: MediaStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-whaticket-'))
  await mkdir(join(folder, 'public/company1'), { recursive: true })
  await writeFile(join(folder, 'public/mapa.png'), png)
  await writeFile(join(folder, 'public/1697712345678-rosa.png'), png)
  await writeFile(join(folder, 'public/company1/nota.ogg'), ogg)
  media = await openMediaStore({
    MEDIA_DIR: join(folder, 'media'),
    S3_REGION: '',
    S3_ACCESS_KEY_ID: '',
    S3_SECRET_ACCESS_KEY: '',
  })
  return () => rm(folder, { recursive: true })
})

const run = (to: Database, from: string, change: Partial<ImportOptions> = {}): Promise<Report> =>
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
      ...change,
    },
    now,
  )

/** Every row of what an import writes, without the moments of the import itself. */
async function everything({ sql }: Database) {
  const tables = [
    'companies',
    'users',
    'queues',
    'queue_options',
    'connections',
    'contacts',
    'tickets',
    'messages',
    'ticket_cycles',
    'ticket_tags',
  ]
  const rows = []
  for (const table of [
    ...tables,
    'ticket_notes',
    'tags',
    'quick_messages',
    'schedules',
    'figure_days',
    'media_files',
  ]) {
    const listed = await sql.unsafe<{ row: Record<string, unknown> }[]>(`select to_jsonb(t) as row from ${table} t`)
    const own = listed.map(({ row }) => {
      const { plan_id: _plan, picture_due_at: _due, used_at: _used, status_at: _status, ...rest } = row
      const { id, ...figures } = rest
      return table.startsWith('figure_') || table === 'media_files'
        ? { ...figures, created_at: null }
        : { id, ...figures }
    })
    rows.push([table, own.map((row) => JSON.stringify(row)).toSorted()])
  }
  return Object.fromEntries(rows) as Record<string, string[]>
}

test('a service with many companies comes over: whole, once, and what cannot come is told', async () => {
  await using old = await oldDatabase(saas())
  const before = await old.sql`select xmin, * from "Messages" order by id`

  const dry = await run(db, old.url, { isDryRun: true })
  expect(await db.sql`select id from companies`).toEqual([])
  const report = await run(db, old.url)
  const added = (of: Report) =>
    Object.fromEntries(
      Object.entries(of.tables)
        .filter(([name]) => name !== 'files')
        .map(([name, { added: n }]) => [name, n]),
    )
  expect(added(dry)).toEqual(added(report))
  expect(added(report)).toMatchObject({
    companies: 2,
    people: 3,
    contacts: 3,
    tickets: 4,
    messages: 10,
    schedules: 3,
    'quick messages': 2,
  })
  expect(report.tables['people']?.examples).toEqual([{ id: '4', reason: 'no e-mail' }])
  expect(report.tables['contacts']?.skipped).toEqual({ 'no number': 1, 'not WhatsApp': 1 })
  expect(report.tables['messages']?.skipped).toEqual({ 'of no ticket': 1, 'no message of its own': 1 })
  expect(report.tables['files']?.examples).toEqual([{ id: '../../../../etc/passwd', reason: 'not in the folder' }])
  expect(report.notes.join()).toContain('Campaigns (1)')

  const texts = await db.sql`
    select m.whatsapp_id as id, m.body, m.media_type as type, m.ack, m.is_deleted as deleted, m.media_name as name, m.media_mime as mime,
      m.media_width as width, q.body as quoted, u.name as by, p.name as member, m.details
    from messages m left join messages q on q.id = m.quoted_message_id left join users u on u.id = m.user_id
      left join contacts p on p.id = m.participant_id order by m.whatsapp_id`
  const plain = {
    deleted: false,
    name: null,
    mime: null,
    width: null,
    quoted: null,
    by: null,
    member: null,
    details: null,
  }
  expect([...texts]).toEqual([
    { ...plain, id: '3EB0A1', body: 'Bom dia, têm rosas?', type: 'chat', ack: 3 },
    {
      ...plain,
      id: '3EB0A2',
      body: 'Temos! 🌹',
      type: 'chat',
      ack: 3,
      quoted: 'Bom dia, têm rosas?',
      by: 'Nico Prado',
    },
    { ...plain, id: '3EB0A3', body: '', type: 'image', ack: 3, name: 'rosa.png', mime: 'image/png', width: 1 },
    {
      ...plain,
      id: '3EB0A4',
      body: 'segue o áudio',
      type: 'audio',
      ack: 4,
      name: 'nota.ogg',
      mime: 'audio/ogg; codecs=opus',
      details: { isVoice: true },
      by: 'Nico Prado',
    },
    { ...plain, id: '3EB0A5', body: 'apaguei', type: 'chat', ack: 3, deleted: true },
    {
      ...plain,
      id: '3EB0A7',
      body: '',
      type: 'location',
      ack: 3,
      details: { location: { latitude: -23.5, longitude: -46.6, name: 'Praça', address: '', isLive: false } },
    },
    {
      ...plain,
      id: '3EB0A8',
      body: '',
      type: 'vcard',
      ack: 3,
      details: { contacts: [{ name: 'Zé', numbers: ['5511977776666'] }] },
    },
    { ...plain, id: '3EB0B1', body: 'Ainda precisa?', type: 'chat', ack: 1 },
    { ...plain, id: '3EB0C1', body: 'Oi, pessoal', type: 'chat', ack: 2, member: 'Ana Reis' },
    { ...plain, id: '3EB0E1', body: '', type: 'application', ack: 2, name: 'passwd' },
  ])

  const list = await db.sql`
    select t.number, t.status, c.name as contact, q.name as queue, u.name as by, t.archived, t.unread_messages as unread, t.last_message as last,
      t.is_group as group from tickets t join contacts c on c.id = t.contact_id left join queues q on q.id = t.queue_id
      left join users u on u.id = t.user_id order by t.number`
  expect([...list]).toEqual([
    {
      number: 10,
      status: 'closed',
      contact: 'Ana Reis',
      queue: 'Pedidos',
      by: 'Nico Prado',
      archived: true,
      unread: 0,
      last: 'Zé',
      group: false,
    },
    {
      number: 11,
      status: 'open',
      contact: 'Ana Reis',
      queue: 'Pedidos',
      by: 'Nico Prado',
      archived: false,
      unread: 0,
      last: 'Ainda precisa?',
      group: false,
    },
    {
      number: 12,
      status: 'pending',
      contact: 'Festa',
      queue: null,
      by: null,
      archived: false,
      unread: 3,
      last: 'Oi, pessoal',
      group: true,
    },
    {
      number: 14,
      status: 'open',
      contact: 'Ana na oficina',
      queue: 'Oficina',
      by: 'Vera Vila',
      archived: false,
      unread: 1,
      last: 'passwd',
      group: false,
    },
  ])
  const [cycle] =
    await db.sql`select y.accepted_at, y.answered_at, y.closed_at, y.rating from ticket_cycles y join tickets t on t.id = y.ticket_id where t.number = 10`
  const moment = (clock: string) => new Date(`2026-10-${clock}Z`)
  expect(cycle).toEqual({
    accepted_at: moment('03T12:30:00'),
    answered_at: moment('03T12:31:00'),
    closed_at: moment('05T12:00:00'),
    rating: 3,
  })

  const people = await db.sql`select name, email, profile, super, password_hash as hash from users order by email`
  expect(people.map(({ email, profile, super: isSuper }) => [email, profile, isSuper])).toEqual([
    ['dora@ipe.example', 'admin', false],
    ['nico@ipe.example', 'user', false],
    ['vera@vila.example', 'admin', false],
  ])
  expect(await verifyPassword(people[0]?.['hash'], oldPassword)).toBe(true)
  expect(await verifyPassword(people[0]?.['hash'], 'outra')).toBe(false)
  expect(people[1]?.['hash']).toBeNull()
  const [secret] = await db.sql`select count(*)::int as n from session_keys`
  expect(secret).toEqual({ n: 0 })
  const options =
    await db.sql`select o.title, o.option, p.title as parent from queue_options o left join queue_options p on p.id = o.parent_id order by o.title`
  expect([...options]).toEqual([
    { title: 'Buquês', option: 2, parent: null },
    { title: 'De rosas', option: 1, parent: 'Buquês' },
    { title: 'Vasos', option: 1, parent: null },
  ])
  const due = await db.sql`select body, status from schedules order by send_at`
  expect([...due]).toEqual([
    { body: 'Foi', status: 'ENVIADA' },
    { body: 'Passou da hora', status: 'ERRO' },
    { body: 'Feliz aniversário!', status: 'PENDENTE' },
  ])

  const once = await everything(db)
  const again = await run(db, old.url)
  expect(Object.values(added(again)).filter((n) => n !== 0)).toEqual([])
  expect(await everything(db)).toEqual(once)
  expect(await old.sql`select xmin, * from "Messages" order by id`).toEqual(before)

  // Meanwhile they went on working there: what is new comes, and nobody's work here is undone.
  await old.sql`update "Tickets" set status = 'closed', "updatedAt" = '2026-10-25T12:00:00Z' where id = 11`
  await old.sql`update "Messages" set "isDeleted" = true, "updatedAt" = '2026-10-25T12:00:00Z' where id = '3EB0B1'`
  await db.sql`update tickets set status = 'closed', closed_at = now(), updated_at = now() where number = 12`
  await old.sql`insert into "Messages" (id, ack, read, "fromMe", body, "mediaType", "isDeleted", "isEdited", "ticketId", "contactId", "createdAt", "updatedAt")
    values ('3EB0B2', 0, false, false, 'Não mais', 'conversation', false, false, 11, 2, '2026-10-25T11:00:00Z', '2026-10-25T11:00:00Z')`
  const later = await run(db, old.url)
  expect(later.tables['messages']).toMatchObject({ added: 1, updated: 1 })
  const statuses =
    await db.sql`select number, status, last_message as last from tickets where number in (11, 12) order by number`
  expect([...statuses]).toEqual([
    { number: 11, status: 'closed', last: 'Não mais' },
    { number: 12, status: 'closed', last: 'Oi, pessoal' },
  ])
})

test('an import that was killed goes on: the rows are those of one that was not', async () => {
  await using old = await oldDatabase(saas())
  const [whole, torn] = [await testDatabase(), await testDatabase()]
  const [one, two] = [connect(whole.url), connect(torn.url)]
  await run(one, old.url, { files: null })
  const killed = (table: string) => {
    if (table === 'tickets') throw new Error('killed')
  }
  await expect(run(two, old.url, { files: null, progress: killed })).rejects.toThrow('killed')
  await run(two, old.url, { files: null })
  expect(await everything(two)).toEqual(await everything(one))
  // The files follow, once they are at hand.
  const late = await run(two, old.url)
  expect(late.tables['messages']).toMatchObject({ added: 0, updated: 2 })
  const [with_] = await two.sql`select count(*)::int as n from messages where media_hash is not null`
  expect(with_).toEqual({ n: 2 })
  await Promise.all([one.end(), two.end()])
  await Promise.all([whole.drop(), torn.drop()])
})

test.each([
  [
    'a single company',
    community(),
    { company: 'Minha empresa', queue: 'Tudo', status: 'pending', texts: ['Olá 3'], quick: 'oi' },
  ],
  [
    'the Izing kind',
    izing(),
    { company: 'Clínica Sol', queue: 'Recepção', status: 'open', texts: ['Quero marcar 2', 'Claro 3'], quick: 'fim' },
  ],
])('%s comes over too', async (_, database, expected) => {
  await using old = await oldDatabase(database)
  // Of its own: the rows of these databases are made in the same moments.
  const made = await testDatabase()
  const to = connect(made.url)
  await run(to, old.url)
  const [ticket] = await to.sql`
    select o.name as company, q.name as queue, t.status, (select shortcode from quick_messages k where k.company_id = o.id) as quick,
      (select array_agg(m.body || ' ' || m.ack order by m.created_at) from messages m where m.ticket_id = t.id) as texts
    from tickets t join companies o on o.id = t.company_id join queues q on q.id = t.queue_id where o.name = ${expected.company}`
  expect(ticket).toEqual(expected)
  await to.end()
  await made.drop()
})

test('what is no such database is refused with a word that helps', async () => {
  await using old = await oldDatabase({ Pessoas: { columns: { id: 'int' }, rows: [] } })
  await expect(run(db, old.url)).rejects.toThrow('no table Users')
  await expect(run(db, 'sqlite://x')).rejects.toThrow('begins with postgres://')
})
