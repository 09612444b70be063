// The figures of the first whole path, measured as people meet them: in the built app, with the real worker and simulated phones.
// The simulated network's own delays are switched off: they stand for WhatsApp, not for us.
import { expect, type Page } from '@playwright/test'
import { test, type Stack } from '../e2e/stack.ts'
import { fillDesk } from './fill.ts'
import { inboundPainted, replyPainted } from './message-paints.ts'
import { conversation, openConversation, rafael } from './open-conversation.ts'
import { openList } from './open-list.ts'
import { print } from '../../scripts/figure.ts'
import { held, lastInput, observePaints, paintOf } from './paint.ts'

test('inbound: customer sends → painted in the open conversation', async ({ stack }) => {
  const page = await openConversation(stack)
  const samples: number[] = []
  for (let i = 0; i < 220; i++) {
    const text = `Mensagem número ${i} do cliente`
    const elapsed = await inboundPainted(stack, page, text)
    // The first twenty warm the code up, as a morning's first messages do.
    if (i >= 20) samples.push(elapsed)
  }
  print({ name: 'inbound_painted', unit: 'ms', samples, aim: '40/70', reference: 'whaticket:51/whaticket:78' })
})

async function replyPaints(page: Page, prefix: string, onSent?: (text: string, at: number) => Promise<void>) {
  const samples: number[] = []
  for (let i = 0; i < 60; i++) {
    const text = `${prefix} ${i} do atendente`
    const took = await replyPainted(page, text)
    if (i >= 10) samples.push(took)
    await onSent?.(text, await lastInput(page))
  }
  return samples
}

test('outbound: Enter → own bubble painted → received by the phone; online and offline', async ({ stack }) => {
  const page = await openConversation(stack)
  const received: number[] = []
  const painted = await replyPaints(page, 'Resposta', async (text, enteredAt) => {
    received.push((await stack.customer.receivedAt(text)) - enteredAt)
  })
  print({ name: 'own_bubble_painted', unit: 'ms', samples: painted, aim: '16/33', reference: 'whaticket:98' })
  print({ name: 'reply_received_by_phone', unit: 'ms', samples: received, aim: '50', reference: '–' })

  stack.cable.pull()
  await page.context().setOffline(true)
  const offline = await replyPaints(page, 'Sem rede')
  print({ name: 'own_bubble_painted_offline', unit: 'ms', samples: offline, aim: '16', reference: '–' })
})

test('a full device: 5,000 tickets and 100,000 messages', async ({ stack }) => {
  await fillDesk(stack.sql, rafael, { tickets: 5000, messages: 100_000 })
  const page = await stack.person(rafael, { prepare: observePaints })
  await expect(page.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible({ timeout: 120_000 })

  await warmStarts(page, stack, 'warm_start_list_painted', 'whaticket:857')
  await conversationPaints(page, 'conversation_painted', 'whaticket:642')
  stack.cable.pull()
  await page.context().setOffline(true)
  await warmStarts(page, stack, 'warm_start_list_painted_offline', '–')
  await conversationPaints(page, 'conversation_painted_offline', '–')
})

/** A new tab on a device that has everything: from navigation to the newest ticket's name painted. */
async function warmStarts(page: Page, stack: Stack, name: string, reference: string) {
  const samples: number[] = []
  const context = page.context()
  await page.goto('about:blank')
  for (let i = 0; i < 7; i++) {
    const { tab, took } = await openList(context, stack.url, 'Cliente 05000')
    samples.push(took)
    await tab.close()
  }
  await page.goto(`${stack.url}/tickets`)
  print({ name, unit: 'ms', samples, aim: '800', reference })
}

async function conversationPaints(page: Page, name: string, reference: string) {
  const samples: number[] = []
  const items = page.getByRole('list', { name: 'Atendimentos' }).getByRole('listitem')
  await expect(items.first()).toBeVisible()
  for (let i = 0; i < 40; i++) {
    const item = items.nth(i % 8)
    const number = Number((await item.innerText()).match(/Cliente (\d+)/)?.[1])
    // The last message that fillDesk wrote for this ticket.
    const last = `Mensagem ${100_000 - 5000 + number - 1} de`
    const painted = paintOf(page, last, conversation)
    await item.click(held)
    const paintedAt = await painted
    if (i >= 8) samples.push(paintedAt - (await lastInput(page)))
  }
  print({ name, unit: 'ms', samples, aim: '–/50', reference: `–/${reference}` })
}
