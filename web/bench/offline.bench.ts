// Offline-first, measured as users meet it: a device with 5,000 tickets and 100,000 messages starts, syncs, catches up, replays.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test, type Stack } from '../e2e/stack.ts'
import { print } from '../../scripts/figure.ts'
import { browserProcesses } from './machine/browser-processes.ts'
import { fillDesk } from './fill.ts'
import { openList, ticketList } from './open-list.ts'
import { held, lastInput, observePaints, paintOf } from './paint.ts'

const rafael = 'rafael@aurora.example'
const synced = 'button[aria-label="Tudo sincronizado"]'
const size = { tickets: 5000, messages: 100_000 }

test('warm start: from navigation to the last list painted and to live; to what came while it was closed; memory of the renderer', async ({
  stack,
}) => {
  await fillDesk(stack.sql, rafael, size)
  const page = await stack.person(rafael, { prepare: observePaints })
  await expect(page.locator(synced)).toBeVisible({ timeout: 120_000 })
  await page.goto(`${stack.url}/tickets`)
  await expect(page.locator(synced)).toBeVisible({ timeout: 60_000 })
  const [painted, working, live, memory, news] = [[], [], [], [], []] as number[][]
  for (let i = 0; i < 9; i++) {
    await page.goto('about:blank')
    const { tab, took } = await openList(page.context(), stack.url, 'Cliente 05000')
    painted?.push(took)
    working?.push(await tab.evaluate(ownListStands))
    await tab.waitForSelector(synced)
    live?.push(await tab.evaluate(() => performance.now()))
    memory?.push(await rendererMegabytes(tab))
    await tab.close()
  }
  for (let i = 0; i < 9; i++) {
    await tellWhileAway(stack, `Novidade ${i}`)
    const { tab, took } = await openList(page.context(), stack.url, `Novidade ${i}`)
    news?.push(took)
    await tab.waitForSelector(synced)
    await tab.close()
  }
  print({ name: 'opened_news_painted', unit: 'ms', samples: news ?? [], aim: '500', reference: 'whaticket:1036' })
  print({ name: 'warm_start_painted', unit: 'ms', samples: painted ?? [], aim: '300', reference: 'whaticket:857' })
  print({ name: 'warm_start_working', unit: 'ms', samples: working ?? [], aim: '–', reference: '–' })
  print({ name: 'warm_start_live', unit: 'ms', samples: live ?? [], aim: '1200', reference: '–' })
  print({ name: 'renderer_memory', unit: 'MB', samples: memory ?? [], aim: '260', reference: '–' })
})

test('first sync of 100,000 messages; how long an input waits meanwhile', async ({ stack }) => {
  await fillDesk(stack.sql, rafael, size)
  const [usable, complete, waits] = [[], [], []] as number[][]
  for (let i = 0; i < 3; i++) {
    const page = await stack.person(rafael, { prepare: observePaints })
    const startedAt = await lastInput(page)
    await page.locator(ticketList).getByText('Cliente 05000').waitFor()
    usable?.push((await now(page)) - startedAt)
    waits?.push(...(await clicksWhile(page, page.locator(synced).waitFor({ timeout: 120_000 }))))
    complete?.push((await now(page)) - startedAt)
    await page.context().close()
  }
  print({ name: 'first_sync_list_usable', unit: 'ms', samples: usable ?? [], aim: '2000', reference: '–' })
  print({ name: 'first_sync_complete', unit: 'ms', samples: complete ?? [], aim: '10000', reference: '–' })
  print({ name: 'input_while_syncing', unit: 'ms', samples: waits ?? [], aim: '100', reference: '–' })
})

test('500 changes made offline, replayed; a day of 5,000 changes, caught up', async ({ stack }) => {
  await fillDesk(stack.sql, rafael, size)
  const page = await stack.person(rafael, { prepare: observePaints })
  await expect(page.locator(synced)).toBeVisible({ timeout: 120_000 })
  const caughtUp: number[] = []
  for (let i = 0; i < 5; i++) {
    stack.cable.pull()
    await page.context().setOffline(true)
    await changeWhileAway(stack, `Volta ${i} mensagem`)
    const painted = paintOf(page, `Volta ${i} mensagem 2500`, ticketList)
    stack.cable.plug()
    const startedAt = await now(page)
    await page.context().setOffline(false)
    caughtUp.push((await painted) - startedAt)
    await page.locator(synced).waitFor()
  }
  print({ name: 'catch_up_5000_painted', unit: 'ms', samples: caughtUp, aim: '2000', reference: '–' })

  await page.locator(ticketList).getByText('Cliente 05000').click()
  stack.cable.pull()
  await page.context().setOffline(true)
  const box = page.getByRole('textbox', { name: 'Mensagem' })
  for (let i = 0; i < 500; i++) {
    await box.fill(`Sem rede ${i}`)
    await box.press('Enter')
  }
  await expect(page.getByRole('button', { name: /Offline · 500/ })).toBeVisible()
  const replays: number[] = []
  for (let i = 0; i < 7; i++) {
    await page.reload()
    await expect(page.getByRole('button', { name: /Offline · 500/ })).toBeVisible()
    await expect(page.getByText('Sem rede 499').last()).toBeVisible()
    replays.push(...(await replayTimes(page)))
  }
  print({ name: 'replay_500', unit: 'ms', samples: replays, aim: '300', reference: '–' })
})

test('a store of 20,000 tickets and 300,000 messages stays usable', async ({ stack }) => {
  await fillDesk(stack.sql, rafael, { tickets: 20_000, messages: 300_000 })
  const page = await stack.person(rafael, { prepare: observePaints })
  await expect(page.locator(synced)).toBeVisible({ timeout: 240_000 })
  await page.goto(`${stack.url}/tickets`)
  await expect(page.locator(synced)).toBeVisible({ timeout: 60_000 })
  const waits: number[] = []
  const items = page.getByRole('list', { name: 'Atendimentos' }).getByRole('listitem')
  for (let i = 0; i < 30; i++) {
    const item = items.nth(i % 8)
    const number = Number((await item.innerText()).match(/Cliente (\d+)/)?.[1])
    const painted = paintOf(page, `Mensagem ${300_000 - 20_000 + number - 1} de`, '[role=log]')
    await item.click(held)
    waits.push((await painted) - (await lastInput(page)))
  }
  print({ name: 'conversation_painted_300k', unit: 'ms', samples: waits, aim: '33/50', reference: '–' })
})

const now = (page: Page) => page.evaluate(() => performance.timeOrigin + performance.now())

/** Proportional share of shared pages, as the device's memory is taken. */
async function rendererMegabytes(tab: Page): Promise<number> {
  const processes = await browserProcesses(tab.context())
  const sizes = await Promise.all(
    processes.filter(({ type }) => type === 'renderer').map(({ id }) => proportionalKilobytes(id)),
  )
  return Math.max(...sizes) / 1024
}

async function proportionalKilobytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
}

/** A click on a tab of the list until its rows are painted, again and again until `done`. */
async function clicksWhile(page: Page, done: Promise<void>): Promise<number[]> {
  const waits: number[] = []
  let over = false
  void done.then(() => (over = true))
  const tabs = [page.getByRole('tab', { name: 'Resolvidos' }), page.getByRole('tab', { name: 'Abertos' })]
  for (let i = 0; !over; i++) {
    await tabs[i % 2]?.click()
    const paintedAt = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now()))),
        ),
    )
    waits.push(paintedAt - (await lastInput(page)))
  }
  return waits
}

/** The newest ticket says something else. */
async function tellWhileAway({ sql }: Stack, text: string) {
  await sql`
    update tickets set last_message = ${text}, last_message_at = now(), updated_at = now()
    where id = (select id from tickets where status = 'open' order by last_message_at desc limit 1)`
}

/** 2,500 messages in as many tickets: 5,000 changed rows. */
async function changeWhileAway({ sql }: Stack, text: string) {
  await sql.begin(async (tx) => {
    await tx`
      create temporary table changed on commit drop as
      select row_number() over (order by last_message_at) as n, * from (
        select * from tickets where status = 'open' order by last_message_at desc limit 2500) t`
    await tx`
      insert into messages (id, company_id, ticket_id, contact_id, connection_id, queue_id, archived, whatsapp_id, from_me, user_id,
        media_type, body, ack, is_deleted, sent_at, created_at, updated_at)
      select uuidv7(), company_id, id, contact_id, connection_id, queue_id, false, ${text} || n, false, null,
        'chat', ${text} || ' ' || n, 2, false, now(), now(), now() from changed`
    await tx`
      update tickets t set last_message = ${text} || ' ' || c.n, last_message_at = now() + c.n * interval '1 millisecond',
        updated_at = now() from changed c where c.id = t.id`
  })
}

async function replayTimes(page: Page): Promise<number[]> {
  const worker = page.workers()[0]
  const measures = await worker?.evaluate(() =>
    performance.getEntriesByName('pending shown').map(({ duration }) => duration),
  )
  return measures ?? []
}

/** ms since the navigation: the picture of how the list was left has made room for the list. */
async function ownListStands(): Promise<number> {
  while (document.querySelector('[data-last-page]')) await new Promise(requestAnimationFrame)
  return performance.now()
}
