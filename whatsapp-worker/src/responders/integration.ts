// What the responders of integrations share: their row, and what their service's failures mean for the conversation.
import { queueIntegrations } from 'db/integrations/table.ts'
import type { OutgoingFailure } from 'db/node/outgoing/outgoing.ts'
import { handOver, type Answer, type AskLater } from 'db/responders/answer.ts'
import type { Conversation } from 'db/responders/conversation.ts'
import { and, eq } from 'drizzle-orm'
import type { ResponderParts } from './responder.ts'

export type Integration = typeof queueIntegrations.$inferSelect

/** The company's own; null: it is gone. */
export async function readIntegration(
  { db }: Pick<ResponderParts, 'db'>,
  { responder, company }: Conversation,
): Promise<Integration | null> {
  if (responder.id === null) return null
  const isIt = and(eq(queueIntegrations.id, responder.id), eq(queueIntegrations.companyId, company.id))
  const [row] = await db.orm.select().from(queueIntegrations).where(isIt)
  return row ?? null
}

/** Longer than a customer waits for an answer. */
const mostWaitMs = 60_000

/** What passes is asked again; the rest is people's. */
export function afterFailure({ kind, reason, detail, retryAfter }: OutgoingFailure, tries: number): Answer | AskLater {
  const afterMs = Math.max((retryAfter ?? 0) * 1000, 1_000 * 2 ** tries)
  if (kind === 'later' && reason !== 'cancelled' && afterMs <= mostWaitMs) return { kind: 'later', afterMs }
  return handOver(`${reason} ${detail}`)
}

/** What the customer wrote since they were answered, or said in a voice note that was written down. */
export const wordsOf = ({ news }: Conversation): string =>
  news
    .map(({ text, transcript }) => text.trim() || (transcript ?? ''))
    .filter((text) => text !== '')
    .join('\n')
