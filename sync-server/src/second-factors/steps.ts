// What was begun and is to be finished within minutes: a login after its password, a passkey that is made or asked for. The browser holds a random
// token, we its hash. Invariant: a step is finished once, and what an authenticator is to sign is asked for once.
import { randomBytes } from 'node:crypto'
import { newId } from 'db/kit/new-id.ts'
import { AppError } from 'db/kit/errors.ts'
import type { Tx } from 'db/kit/define-mutation.ts'
import { loginSteps } from 'db/second-factors/table.ts'
import { hashToken } from 'db/node/hash-token.ts'
import { and, eq, gt, inArray, lt } from 'drizzle-orm'

export type Step = typeof loginSteps.$inferSelect
type Kind = Step['kind']

const minutes = { login: 5, setup: 15, passkey: 5, register: 5, replace: 5 } as const satisfies Record<Kind, number>

/** The token to go on with. */
export async function beginStep(
  tx: Tx,
  kind: Kind,
  { person, challenge = null }: { person: { id: string; companyId: string } | null; challenge?: string | null },
  now: Date,
): Promise<string> {
  await tx.delete(loginSteps).where(lt(loginSteps.expiresAt, now))
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + minutes[kind] * 60_000)
  const whose = { companyId: person?.companyId ?? null, userId: person?.id ?? null }
  const row = { id: newId(), ...whose, kind, tokenHash: hashToken(token), challenge, expiresAt, createdAt: now }
  await tx.insert(loginSteps).values(row)
  return token
}

/** @throws AppError ERR_LOGIN_STEP_EXPIRED when there is none of these kinds */
export async function findStep(tx: Tx, token: string, kinds: readonly Kind[], now: Date): Promise<Step> {
  const isIt = and(eq(loginSteps.tokenHash, hashToken(token)), inArray(loginSteps.kind, [...kinds]))
  const [step] = await tx
    .select()
    .from(loginSteps)
    .where(and(isIt, gt(loginSteps.expiresAt, now)))
  if (!step) throw new AppError('ERR_LOGIN_STEP_EXPIRED')
  return step
}

/** It is over. @throws AppError ERR_LOGIN_STEP_EXPIRED when somebody was faster */
export async function finishStep(tx: Tx, { id }: Step): Promise<void> {
  const gone = await tx.delete(loginSteps).where(eq(loginSteps.id, id)).returning({ id: loginSteps.id })
  if (gone.length === 0) throw new AppError('ERR_LOGIN_STEP_EXPIRED')
}

export async function setChallenge(tx: Tx, { id }: Step, challenge: string): Promise<void> {
  await tx.update(loginSteps).set({ challenge }).where(eq(loginSteps.id, id))
}

/** Whatever comes of it, it is asked for no more. @throws AppError ERR_LOGIN_STEP_EXPIRED when it was taken */
export async function takeChallenge(tx: Tx, { id, challenge }: Step): Promise<string> {
  if (challenge === null) throw new AppError('ERR_LOGIN_STEP_EXPIRED')
  const isIt = and(eq(loginSteps.id, id), eq(loginSteps.challenge, challenge))
  const taken = await tx.update(loginSteps).set({ challenge: null }).where(isIt).returning({ id: loginSteps.id })
  if (taken.length === 0) throw new AppError('ERR_LOGIN_STEP_EXPIRED')
  return challenge
}
