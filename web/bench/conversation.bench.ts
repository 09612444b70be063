// The conversation under load: typing while live queries run, and scrolling through 50,000 messages.
import { expect, type Page } from '@playwright/test'
import { test, type Stack } from '../e2e/stack.ts'
import { print } from '../../scripts/figure.ts'
import { fillDesk } from './fill.ts'
import { scrollThrough } from './frames.ts'
import { held } from './paint.ts'

const rafael = 'rafael@aurora.example'
const list = '[aria-label="Atendimentos"][role="list"]'
const synced = 'button[aria-label="Tudo sincronizado"]'

test('typing a character while at least five live queries run', async ({ stack }) => {
  await fillDesk(stack.sql, rafael, { tickets: 1000, messages: 30_000 })
  const page = await stack.person(rafael)
  await expect(page.locator(synced)).toBeVisible({ timeout: 120_000 })
  await page.locator(list).getByText('Cliente 01000').click()
  // With it: list, counts, ticket, messages, outbox, contact, tags, notes, other tickets.
  await page.getByRole('button', { name: 'Dados do contato' }).click()
  const box = page.getByRole('textbox', { name: 'Mensagem' })
  await box.focus()
  const stop = writeMeanwhile(stack)
  const samples: number[] = []
  for (let i = 0; i < 220; i++) {
    const sample = await keyPaint(page, () => page.keyboard.press('abcdefghij '[i % 11] ?? 'a', held))
    if (i >= 20) samples.push(sample)
  }
  await stop()
  print({ name: 'typing_5_queries', unit: 'ms', samples, aim: '–/16', reference: '–' })
})

/** A colleague's customers write ten times a second: each message changes what the list, its counts and the conversation ask. */
function writeMeanwhile({ sql }: Stack) {
  let over = false
  const done = (async () => {
    for (let i = 0; !over; i++) {
      const text = `Enquanto isso ${i}`
      await sql`
        with t as (update tickets set last_message = ${text}, last_message_at = now(), updated_at = now()
          where id = (select id from tickets order by last_message_at limit 1) returning *)
        insert into messages (id, company_id, ticket_id, contact_id, connection_id, queue_id, archived, whatsapp_id, from_me, user_id,
          media_type, body, ack, is_deleted, sent_at, created_at, updated_at)
        select uuidv7(), company_id, id, contact_id, connection_id, queue_id, false, ${text}, false, null,
          'chat', ${text}, 2, false, now(), now(), now() from t`
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  return async () => {
    over = true
    await done
  }
}

declare global {
  interface Window {
    /** Milliseconds from the next key's own time to the end of the frame that shows it. */
    keyPainted: Promise<number>
  }
}

async function keyPaint(page: Page, press: () => Promise<void>): Promise<number> {
  // A call of its own: a busy page takes keys before anything else.
  await page.evaluate(() => {
    window.keyPainted = new Promise((resolve) =>
      addEventListener(
        'keydown',
        ({ timeStamp }) =>
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.addEventListener('message', () => resolve(performance.now() - timeStamp))
            port1.start()
            port2.postMessage(null)
          }),
        { capture: true, once: true },
      ),
    )
  })
  await press()
  return page.evaluate(() => window.keyPainted)
}

test('50,000 messages in one conversation: frames while scrolling', async ({ stack }) => {
  await fillDesk(stack.sql, rafael, { tickets: 1, messages: 50_000 })
  const page = await stack.person(rafael)
  await expect(page.locator(synced)).toBeVisible({ timeout: 120_000 })
  await page.locator(list).getByText('Cliente 00001').click()
  await expect(page.getByRole('log').getByText('Mensagem 50000 de')).toBeVisible()
  const frames = await page.getByRole('log').evaluate(scrollThrough, pixelsASecond)
  print({ name: 'scroll_50k_frame', unit: 'ms', samples: frames, aim: '16.7/–', reference: '–' })
  const late = (100 * frames.filter((frame) => frame > 17.7).length) / frames.length
  print({ name: 'scroll_50k_late_frames', unit: '%', samples: [late], aim: '5', reference: '–' })
  expect(await page.getByRole('log').getByRole('article').count()).toBeLessThan(80)
})

/** Upwards for ten seconds, then down again. */
const pixelsASecond = -1_200
