// The keys of a prompt: sealed, told to nobody; what is shown is that there is one, and its last characters.
import { and, eq } from 'drizzle-orm'
import { prompts } from '../../prompts/table.ts'
import { secretName } from '../../responders/kinds.ts'
import type { Database, ServerTx } from '../connect.ts'
import type { KeyRing } from '../keys/cipher.ts'
import { deleteSecret, readSecret, setSecret } from '../keys/secrets.ts'

export const promptKeys = ['apiKey', 'voiceKey'] as const
export type PromptKey = (typeof promptKeys)[number]

export const readPromptKey = ({ orm }: Database, ring: KeyRing, companyId: string, promptId: string, key: PromptKey) =>
  readSecret(orm, ring, companyId, secretName('prompt', promptId, key))

/** Null takes it away. The caller has seen that the prompt is the company's. */
export async function setPromptKey(
  tx: ServerTx,
  ring: KeyRing,
  of: { companyId: string; promptId: string; userId: string },
  key: PromptKey,
  text: string | null,
  now: Date,
): Promise<void> {
  const { companyId, promptId, userId } = of
  const name = secretName('prompt', promptId, key)
  if (text === null) await deleteSecret(tx, companyId, name)
  else await setSecret(tx, ring, { companyId, name, text, userId }, now)
  const hint = text === null ? null : text.slice(-4)
  await tx
    .update(prompts)
    .set({ ...(key === 'apiKey' ? { apiKeyHint: hint } : { voiceKeyHint: hint }), updatedAt: now })
    .where(and(eq(prompts.id, promptId), eq(prompts.companyId, companyId)))
}
