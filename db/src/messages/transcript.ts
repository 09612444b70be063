import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../kit/define-mutation.ts'
import { messages } from './table.ts'

/** What a voice note says stands under it, for everybody who sees the message. */
export async function keepTranscript(tx: Tx, messageId: string, transcript: string, now: Date): Promise<void> {
  const details = sql`coalesce(${messages.details}, '{}') || ${JSON.stringify({ transcript })}::text::jsonb`
  await tx.update(messages).set({ details, updatedAt: now }).where(eq(messages.id, messageId))
}
