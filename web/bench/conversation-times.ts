// How long a conversation takes, and what something that runs beside it costs it.
import type { Page } from '@playwright/test'
import { percentile, print } from '../../scripts/figure.ts'
import type { Stack } from '../e2e/stack.ts'
import { inboundPainted } from './message-paints.ts'
import { held, lastInput } from './paint.ts'

/** ms each. */
export async function conversationTimes(stack: Stack, page: Page, prefix: string) {
  const [inbound, replies]: [number[], number[]] = [[], []]
  const box = page.getByRole('textbox', { name: 'Mensagem' })
  for (let at = 0; at < 60; at++) {
    const text = `${prefix} ${at} do cliente`
    const took = await inboundPainted(stack, page, text)
    const reply = `${prefix} ${at} do atendente`
    await box.fill(reply)
    await box.press('Enter', held)
    const received = await stack.customer.receivedAt(reply)
    const enteredAt = await lastInput(page)
    if (at < 10) continue
    inbound.push(took)
    replies.push(received - enteredAt)
  }
  return { inbound_painted: inbound, reply_received_by_phone: replies }
}

type Times = Awaited<ReturnType<typeof conversationTimes>>

/** By medians. */
export function printRatios(alone: Times, beside: Times, cause: string) {
  for (const name of ['inbound_painted', 'reply_received_by_phone'] as const) {
    const ratio = percentile(beside[name], 0.5) / percentile(alone[name], 0.5)
    print({ name: `${name}_${cause}`, unit: '×', samples: [ratio], aim: '1.2', reference: '–' })
  }
}
