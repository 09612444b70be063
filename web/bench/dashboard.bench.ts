// When the dashboard of a company with a long past is there: 100,000 cycles, 1,000,000 messages.
import { test, type Stack } from '../e2e/stack.ts'
import { print } from '../../scripts/figure.ts'
import { lastInput, observePaints, paintOf } from './paint.ts'

const admin = 'helena@aurora.example'
const [cycles, messages] = [100_000, 1_000_000]

test('the dashboard of 100,000 cycles', async ({ stack }) => {
  test.setTimeout(1_800_000)
  await fillPast(stack)
  const page = await stack.person(admin, { prepare: observePaints })
  const [opened, answered]: [number[], number[]] = [[], []]
  page.on('response', (response) => {
    if (response.url().includes('/api/dashboard?')) answered.push(response.request().timing().responseStart)
  })
  for (let at = 0; at < 12; at++) {
    await page.goto(`${stack.url}/todolist`)
    const link = page.getByRole('link', { name: 'Dashboard', exact: true })
    await link.waitFor()
    const painted = paintOf(page, 'Espera média', 'main')
    await link.click()
    const paintedAt = await painted
    if (at >= 2) opened.push(paintedAt - (await lastInput(page)))
  }
  print({ name: 'dashboard_opened', unit: 'ms', samples: opened, aim: '300', reference: '–' })
  print({ name: 'dashboard_answered', unit: 'ms', samples: answered.slice(2), aim: '300', reference: '–' })
})

/** Two years of it, closed and archived, spread over two queues and three people. */
async function fillPast({ sql }: Stack) {
  await sql.begin(async (tx) => {
    await tx`
      create temporary table past on commit drop as
      select n, uuidv7() as ticket_id, uuidv7() as contact_id, u.company_id, c.id as connection_id, q.ids[1 + n % 2] as queue_id, p.ids[1 + n % 3] as user_id,
        now() - n * interval '10 minutes' as at
      from generate_series(1, ${cycles}) n, users u join connections c on c.company_id = u.company_id,
        lateral (select array_agg(id) as ids from queues where company_id = u.company_id) q,
        lateral (select array_agg(id) as ids from users where company_id = u.company_id) p
      where u.email = ${admin}`
    await tx`
      insert into contacts (id, company_id, name, number, email, is_group, created_at, updated_at)
      select contact_id, company_id, 'Cliente ' || n, '55219' || lpad(n::text, 8, '0'), '', false, at, at from past`
    await tx`
      insert into tickets (id, company_id, number, status, contact_id, connection_id, queue_id, user_id, is_group, chatbot, unread_messages,
        last_message, last_message_from_me, last_message_at, accepted_at, closed_at, archived, created_at, updated_at)
      select ticket_id, company_id, n, 'closed', contact_id, connection_id, queue_id, user_id, false, false, 0, 'Obrigada', false, at, at, at, true, at, at
      from past`
    await tx`
      insert into ticket_cycles (company_id, ticket_id, connection_id, contact_id, queue_id, user_id, started_at, queued_at, accepted_at,
        answered_at, answered_by, closed_at, rating, is_group, ours)
      select company_id, ticket_id, connection_id, contact_id, queue_id, user_id, at, at, at + interval '5 minutes', at + interval '6 minutes', user_id,
        at + interval '40 minutes', 1 + n % 3, false, false from past`
    await tx`
      insert into messages (id, company_id, ticket_id, contact_id, connection_id, queue_id, archived, whatsapp_id, from_me, user_id,
        media_type, body, ack, is_deleted, sent_at, created_at, updated_at)
      select uuidv7(), company_id, ticket_id, contact_id, connection_id, queue_id, true, 'PAST' || m, m / ${cycles} % 2 = 1, null, 'chat', 'Oi',
        2, false, at, at, at
      from generate_series(0, ${messages - 1}) m join past on past.n = m % ${cycles} + 1`
  })
  await sql`select fold_figures(100000)`
  await sql`vacuum analyze`
}
