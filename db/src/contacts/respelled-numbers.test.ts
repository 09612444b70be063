// What lists, campaigns and opt-outs hold of one person under two spellings, from before Mexico's, Argentina's and Benin's were known as one (migration 0095).
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, migrationFiles } from '../node/migrate.ts'
import { nameDatabase } from '../node/testing/test-database.ts'
import { prepareDatabase, prepareRoles } from '../node/roles.ts'

const { server, name, superuserUrl, owner } = nameDatabase()
const admin = postgres(server, { max: 1, onnotice: () => {} })
const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })

beforeAll(async () => {
  await admin`create database ${admin(name)}`
  await prepareRoles(superuserUrl)
  await prepareDatabase(superuserUrl)
  await migrate(owner, { only: (await migrationFiles()).filter((file) => file < '0095') })
})
afterAll(async () => {
  await sql.end()
  await admin`drop database ${admin(name)} with (force)`
  await admin.end()
})

// Each second spelling is the one that says more.
const pairs = [
  ['525512345678', '5215512345678'],
  ['5491123456789', '541123456789'],
  ['22967123456', '2290167123456'],
]
const alone = ['5215587654321', '5491187654321', '551187654321', '14155552671']
const kept = [...pairs.map((spellings) => spellings[1] ?? ''), ...alone].toSorted()

async function fill() {
  // Neither their plan nor their connection matters here.
  await sql`set session_replication_role = replica`
  const [company] = await sql<{ id: string }[]>`
    insert into companies (id, name, plan_id, status, operator, due_date, recurrence, time_zone, created_at, updated_at)
    values (uuidv7(), 'Padaria', uuidv7(), true, false, now(), 'MENSAL', 'America/Sao_Paulo', now(), now()) returning id`
  const companyId = company?.id ?? ''
  const [list] = await sql<{ id: string }[]>`insert into contact_lists (id, company_id, name, created_at, updated_at)
    values (uuidv7(), ${companyId}, 'Clientes', now(), now()) returning id`
  const texts = ['message', 'confirmation_message'].flatMap((text) => [1, 2, 3, 4, 5].map((n) => `${text}${n}`))
  const [campaign] = await sql<{ id: string }[]>`insert into campaigns ${sql({
    id: crypto.randomUUID(),
    company_id: companyId,
    name: 'Natal',
    status: 'EM_ANDAMENTO',
    confirmation: false,
    ...Object.fromEntries(texts.map((text) => [text, ''])),
    created_at: new Date(),
    updated_at: new Date(),
  })} returning id`
  await sql`set session_replication_role = origin`
  const rows = pairs.flatMap(([less = '', more = '']) => [[less, false] as const, [more, true] as const])
  for (const [number, isMore] of [...rows, ...alone.map((each) => [each, false] as const)]) {
    await sql`insert into contact_list_items (id, company_id, contact_list_id, name, number, email, is_whatsapp_valid, created_at, updated_at)
      values (uuidv7(), ${companyId}, ${list?.id ?? ''}, 'Ana', ${number}, '', ${isMore ? true : null}, now(), now())`
    await sql`insert into campaign_shippings (company_id, campaign_id, position, name, number, email, state, message_id)
      values (${companyId}, ${campaign?.id ?? ''}, 1, 'Ana', ${number}, '', ${isMore ? 'delivered' : 'waiting'}, ${isMore ? crypto.randomUUID() : null})`
    await sql`insert into opt_outs (company_id, name, number, campaign_name, body, created_at)
      values (${companyId}, 'Ana', ${number}, '', 'SAIR', now() - make_interval(hours => ${isMore ? 0 : 1}))`
    // A stop that was taken back is history, whatever the spelling.
    await sql`insert into opt_outs (company_id, name, number, campaign_name, body, created_at, revoked_at)
      values (${companyId}, 'Ana', ${number}, '', 'SAIR', now() - interval '1 day', now())`
  }
}

test('of one person the row that says more stays, and is found by either spelling', async () => {
  await fill()
  await migrate(owner)
  for (const table of ['contact_list_items', 'campaign_shippings', 'opt_outs']) {
    const where = table === 'opt_outs' ? sql`where revoked_at is null` : sql``
    const rows = await sql<{ number: string; isKey: boolean }[]>`
      select number, number_key = one_number(number) as "isKey" from ${sql(table)} ${where}`
    expect(rows.map(({ number }) => number).toSorted(), table).toEqual(kept)
    expect(
      rows.filter(({ isKey }) => !isKey),
      table,
    ).toEqual([])
  }
  expect(await sql`select count(*)::int as n from opt_outs where revoked_at is not null`).toEqual([{ n: 10 }])
  expect(await sql`select contacts_count as n from contact_lists`).toEqual([{ n: kept.length }])
  const again = pairs.map(([less = '']) => less)
  for (const number of again) {
    await expect(
      sql`insert into contact_list_items (id, company_id, contact_list_id, name, number, email, created_at, updated_at)
        select uuidv7(), company_id, id, 'Ana', ${number}, '', now(), now() from contact_lists`,
    ).rejects.toMatchObject({ code: '23505' })
  }
})
