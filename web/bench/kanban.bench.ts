// The board with 2,000 cards: opening it, and frames while a lane of 800 and the board itself are scrolled.
import { expect } from '@playwright/test'
import { test } from '../e2e/stack.ts'
import { print } from '../../scripts/figure.ts'
import { fillDesk } from './fill.ts'
import { scrollThrough } from './frames.ts'
import { lastInput, observePaints, paintOf } from './paint.ts'

const rafael = 'rafael@aurora.example'
const cards = 2000

test('2,000 cards on the board', async ({ stack }) => {
  await fillDesk(stack.sql, rafael, { tickets: cards, messages: cards })
  await stack.sql`
    insert into tags (id, company_id, name, color, kanban, created_at, updated_at)
    select uuidv7(), id, 'Etapa ' || n, '#2563eb', true, now(), now() from companies, generate_series(1, 8) n where name = 'Padaria Aurora'`
  // Two of five in the first lane, one of five in none, the others spread.
  await stack.sql`
    insert into ticket_tags (id, company_id, ticket_id, tag_id, queue_id, archived)
    select uuidv7(), t.company_id, t.id, g.id, t.queue_id, false
    from (select *, row_number() over (order by id) as n from tickets) t
    join tags g on g.name = 'Etapa ' || case when t.n % 5 < 2 then 1 else 2 + t.n % 7 end where t.n % 5 <> 4`
  const page = await stack.person(rafael, { prepare: observePaints })
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.locator('button[aria-label="Tudo sincronizado"]')).toBeVisible({ timeout: 240_000 })
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  const opened: number[] = []
  for (let i = 0; i < 25; i++) {
    await link('Tarefas').click()
    await page.getByRole('heading', { name: 'Tarefas' }).waitFor()
    const painted = paintOf(page, `Cliente 0${cards}`, '[aria-label="Etapas"]')
    await link('Kanban').click()
    const paintedAt = await painted
    if (i >= 5) opened.push(paintedAt - (await lastInput(page)))
  }
  print({ name: 'kanban_2000_opened', unit: 'ms', samples: opened, aim: '–/100', reference: '–' })

  const lane = page.getByRole('region', { name: 'Etapa 1' }).getByRole('list').locator('..')
  const frames = await lane.evaluate(scrollThrough, 3_600)
  const late = frames.filter((frame) => frame > 17.7).length
  print({ name: 'kanban_2000_frame', unit: 'ms', samples: frames, aim: '16.7/–', reference: '–' })
  print({ name: 'kanban_2000_frames_late', unit: `of ${frames.length}`, samples: [late], aim: '0', reference: '–' })
})
