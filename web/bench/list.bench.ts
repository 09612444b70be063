// The list of tickets at its lengths: opening it, scrolling through it, and searching what is on the device.
import { expect, type Page } from '@playwright/test'
import { test } from '../e2e/stack.ts'
import { print } from '../../scripts/figure.ts'
import { fillDesk } from './fill.ts'
import { held, lastInput, observePaints, paintOf } from './paint.ts'
import { scrollThrough } from './frames.ts'

const rafael = 'rafael@aurora.example'
const list = '[aria-label="Atendimentos"][role="list"]'
const synced = 'button[aria-label="Tudo sincronizado"]'

test('20,000 tickets: opening their list, and frames while scrolling', async ({ stack }) => {
  await fillDesk(stack.sql, rafael, { tickets: 20_000, messages: 20_000 })
  const page = await stack.person(rafael, { prepare: observePaints })
  await expect(page.locator(synced)).toBeVisible({ timeout: 240_000 })
  await page.locator(list).getByText('Cliente 20000', { exact: true }).waitFor()

  const tab = (name: string) => page.getByRole('tab', { name })
  const byTab = await openings(page, {
    leave: () => tab('Resolvidos').click(held),
    open: () => tab('Abertos').click(held),
  })
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  const byRoute = await openings(page, {
    leave: () => link('Tarefas').click(held),
    open: () => link('Atendimentos').click(held),
  })
  print({ name: 'list_20000_opened', unit: 'ms', samples: [...byTab, ...byRoute], aim: '–/50', reference: '–/897' })

  const frames = await page.locator(list).locator('..').evaluate(scrollThrough, pixelsASecond)
  const late = frames.filter((frame) => frame > 17.7).length
  print({ name: 'scroll_20000_frame', unit: 'ms', samples: frames, aim: '16.7/–', reference: '–' })
  print({ name: 'scroll_20000_frames_late', unit: `of ${frames.length}`, samples: [late], aim: '0', reference: '–' })
})

interface Way {
  leave(): Promise<void>
  open(): Promise<void>
}

/** From the click to the newest ticket painted. */
async function openings(page: Page, { leave, open }: Way): Promise<number[]> {
  const samples: number[] = []
  const newest = page.locator(list).getByText('Cliente 20000', { exact: true })
  for (let i = 0; i < 25; i++) {
    await leave()
    await newest.waitFor({ state: 'hidden' })
    const painted = paintOf(page, 'Cliente 20000', list)
    await open()
    const paintedAt = await painted
    if (i >= 5) samples.push(paintedAt - (await lastInput(page)))
  }
  return samples
}

/** Downwards for ten seconds, then up again. */
const pixelsASecond = 3_600

test('100,000 messages: from the last letter to the first results painted', async ({ stack }) => {
  await fillDesk(stack.sql, rafael, { tickets: 5000, messages: 100_000 })
  const page = await stack.person(rafael, { prepare: observePaints })
  await expect(page.locator(synced)).toBeVisible({ timeout: 240_000 })
  const box = page.getByRole('searchbox', { name: 'Buscar atendimentos' })
  const samples: number[] = []
  for (let i = 0; i < 45; i++) {
    // No contact's number has these digits in a row, and only one message.
    const wanted = String(60_001 + i * 817)
    await box.fill('')
    const painted = paintOf(page, wanted, `${list} mark`)
    await box.pressSequentially(wanted, held)
    const paintedAt = await painted
    if (i >= 5) samples.push(paintedAt - (await lastInput(page)))
  }
  print({ name: 'search_100k', unit: 'ms', samples, aim: '–/100', reference: '–/307' })
})
