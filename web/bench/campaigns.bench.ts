// What a running campaign costs conversations, how long a large list takes, and when a large report is there.
import { utils, write } from '@e965/xlsx'
import { expect } from '@playwright/test'
import { test, type Stack } from '../e2e/stack.ts'
import { print } from '../../scripts/figure.ts'
import { conversationTimes, printRatios } from './conversation-times.ts'
import { openConversation } from './open-conversation.ts'
import { lastInput, observePaints, paintOf } from './paint.ts'

const people = 600
const admin = 'helena@aurora.example'

test('a running campaign beside a conversation', async ({ stack }) => {
  const page = await openConversation(stack)
  for (let at = 0; at < people; at++) await stack.phones.phone(numberOf(at), `Pessoa ${at}`)
  const alone = await conversationTimes(stack, page, 'sozinho')
  // The shortest pause that is offered, and none.
  for (const interval of [5, 0]) {
    await campaign(stack, interval)
    const beside = await conversationTimes(stack, page, `campanha ${interval}`)
    const [row] = await stack.sql<{ sent: number; left: number }[]>`
      select (count(*) filter (where state = 'delivered'))::int as sent, (count(*) filter (where state = 'waiting'))::int as left
      from campaign_shippings`
    // Otherwise it was over before.
    expect(row?.left, 'a campaign that runs to the end of the measurement').toBeGreaterThan(0)
    expect(row?.sent).toBeGreaterThan(0)
    printRatios(alone, beside, `campaign_${interval}s`)
    await stack.sql`delete from campaigns`
  }
})

const numberOf = (at: number) => `551197${String(1_000_000 + at)}0`

/** As the server starts one; resolves when it has begun to send. */
async function campaign({ sql }: Stack, interval: number) {
  await sql`
    insert into campaign_settings (id, company_id, message_interval, longer_interval_after, greater_interval, variables, start_hour, end_hour,
      daily_cap, warm_up, created_at, updated_at)
    select company_id, company_id, ${interval}, 0, 0, '[]', '00:00', '00:00', 0, '[]', now(), now() from users where email = ${admin}
    on conflict (id) do update set message_interval = excluded.message_interval`
  await sql`update connection_paces set next_at = now()`
  await sql.begin(async (tx) => {
    const [made] = await tx<{ id: string }[]>`
      insert into campaigns (id, company_id, name, status, connection_id, confirmation, message1, message2, message3, message4, message5,
        confirmation_message1, confirmation_message2, confirmation_message3, confirmation_message4, confirmation_message5,
        started_at, resumed_at, created_at, updated_at)
      select uuidv7(), u.company_id, 'Natal', 'EM_ANDAMENTO', c.id, false, 'Olá, {nome}!', '', '', '', '', '', '', '', '', '', now(), now(), now(), now()
      from users u join connections c on c.company_id = u.company_id where u.email = ${admin} returning id`
    await tx`
      insert into campaign_shippings (company_id, campaign_id, position, name, number, email, state, is_valid)
      select c.company_id, c.id, n + 1, 'Pessoa ' || n, '551197' || (1000000 + n) || '0', '', 'waiting', true
      from campaigns c, generate_series(0, ${people - 1}) n where c.id = ${made?.id ?? ''}`
  })
  // The session looks by itself within a minute.
  await expect
    .poll(() => sql`select from campaign_shippings where state = 'delivered' limit 1`, { timeout: 90_000 })
    .toHaveLength(1)
}

test('a list of 20,000: imported, and every number asked for', async ({ stack }) => {
  test.setTimeout(1_800_000)
  await stack.phones.setFaults({ ackDelayMs: 0, deliveryDelayMs: 0 })
  await stack.link()
  const page = await stack.person(admin)
  await page.getByRole('link', { name: 'Listas de contatos' }).click()
  await page.getByRole('link', { name: 'Adicionar lista' }).click()
  await page.getByLabel('Nome').fill('Clientes')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByRole('link', { name: 'Contatos de Clientes' }).click()
  await page.getByRole('button', { name: 'Importar planilha' }).click()
  const rows = Array.from({ length: 20_000 }, (_, at) => [
    `Pessoa ${at}`,
    `5521${970_000_000 + at}`,
    `p${at}@loja.example`,
  ])
  const book = utils.book_new(utils.aoa_to_sheet([['nome', 'numero', 'email'], ...rows]), 'Contatos')
  const buffer = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  await page
    .getByLabel('Planilha')
    .setInputFiles({ name: 'contatos.xlsx', mimeType: 'application/octet-stream', buffer })
  const action = page.getByRole('button', { name: 'Importar', exact: true })
  await action.waitFor()
  const from = Date.now()
  await action.click()
  await expect(page.getByRole('dialog')).toContainText(/20[.,]000 contatos criados/, { timeout: 120_000 })
  print({ name: 'list_20000_imported', unit: 'ms', samples: [Date.now() - from], aim: '–', reference: '–' })
  await expect
    .poll(
      async () => (await stack.sql`select from contact_list_items where is_whatsapp_valid is null limit 1`).length,
      {
        timeout: 1_500_000,
        intervals: [1_000],
      },
    )
    .toBe(0)
  print({ name: 'list_20000_checked', unit: 's', samples: [(Date.now() - from) / 1000], aim: '–', reference: '–' })
})

test('the report of a campaign of 50,000', async ({ stack }) => {
  await stack.sql`
    insert into campaigns (id, company_id, name, status, connection_id, confirmation, message1, message2, message3, message4, message5,
      confirmation_message1, confirmation_message2, confirmation_message3, confirmation_message4, confirmation_message5, started_at,
      valid_count, delivered_count, created_at, updated_at)
    select uuidv7(), u.company_id, 'Natal', 'FINALIZADA', c.id, false, 'Olá', 'Oi', '', '', '', '', '', '', '', '', now(), 49000, 45000, now(), now()
    from users u join connections c on c.company_id = u.company_id where u.email = ${admin}`
  await stack.sql`
    insert into campaign_shippings (company_id, campaign_id, position, name, number, email, state, variant, error, sent_at, delivered_at, read_at)
    select company_id, id, n, 'Pessoa ' || n, '5511' || (900000000 + n), '',
      case when n <= 45000 then 'delivered' when n <= 49000 then 'failed' else 'invalid' end, n % 2, case when n between 45001 and 49000 then '463' end,
      now(), now(), now() from campaigns, generate_series(1, 50000) n`
  await stack.sql`vacuum analyze campaign_shippings`
  const page = await stack.person(admin, { prepare: observePaints })
  const samples: number[] = []
  for (let at = 0; at < 12; at++) {
    await page.goto(`${stack.url}/campaigns`)
    const link = page.getByRole('link', { name: 'Relatório de Natal' })
    await link.waitFor()
    const painted = paintOf(page, '45.000 de 49.000 entregues', 'main')
    await link.click()
    const paintedAt = await painted
    if (at >= 2) samples.push(paintedAt - (await lastInput(page)))
  }
  print({ name: 'report_50000_opened', unit: 'ms', samples, aim: '300', reference: '–' })
})
