// Codes of an authenticator app (TOTP, RFC 6238) and recovery codes. Invariant: each is good once: an authenticator's code and those before it are
// none after it was taken, a recovery code is a row that goes with its use.
import { createHash, randomBytes } from 'node:crypto'
import { newId } from 'db/kit/new-id.ts'
import type { Tx } from 'db/kit/define-mutation.ts'
import type { ServerTx } from 'db/node/connect.ts'
import type { KeyRing } from 'db/node/keys/cipher.ts'
import { readSecret, setSecret } from 'db/node/keys/secrets.ts'
import { authenticators, recoveryCodes } from 'db/second-factors/table.ts'
import { and, eq, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'

export interface Person {
  id: string
  companyId: string
  email: string
}

/** As people's apps show it. */
const issuer = 'Balcão'
const stepMs = 30_000
const recoveryCount = 10

/** The name of its row among the company's secrets; migration 0087 knows it. */
const secretName = (userId: string) => `totp:${userId}`

const totpOf = (secret: Secret, label: string) => new TOTP({ issuer, label, secret, digits: 6, period: stepMs / 1000 })

/** In place of one that was never confirmed. */
export async function beginAuthenticator(tx: ServerTx, keys: KeyRing, person: Person, now: Date) {
  const secret = new Secret({ size: 20 })
  const { id: userId, companyId } = person
  await tx.delete(authenticators).where(eq(authenticators.userId, userId))
  await tx.insert(authenticators).values({ userId, companyId, confirmedAt: null, lastStep: -1, createdAt: now })
  await setSecret(tx, keys, { companyId, name: secretName(userId), text: secret.base32, userId }, now)
  return { secret: secret.base32, uri: totpOf(secret, person.email).toString() }
}

/** The time step that a code is of, a step early and a step late included; null: it is none. Pure. */
export function stepOfCode(base32: string, code: string, now: Date): number | null {
  const totp = totpOf(Secret.fromBase32(base32), '')
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / stepMs) + delta
}

/** Whether the code is right and was not used; from then on it was. Of an authenticator that nobody has confirmed too, where `confirms`. */
export async function takeCode(
  tx: ServerTx,
  keys: KeyRing,
  { id: userId, companyId }: Pick<Person, 'id' | 'companyId'>,
  code: string,
  now: Date,
  confirms = false,
): Promise<boolean> {
  const [row] = await tx.select().from(authenticators).where(eq(authenticators.userId, userId)).for('update')
  if (!row || (row.confirmedAt === null) !== confirms) return false
  const secret = await readSecret(tx, keys, companyId, secretName(userId))
  const step = secret === null ? null : stepOfCode(secret, code, now)
  if (step === null) return false
  const taken = await tx
    .update(authenticators)
    .set({ lastStep: step, ...(confirms && { confirmedAt: now }) })
    .where(and(eq(authenticators.userId, userId), lt(authenticators.lastStep, step)))
    .returning({ userId: authenticators.userId })
  return taken.length > 0
}

/** Without what people put between the letters; letters that look like others are those. */
export const plainRecoveryCode = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const hashOf = (code: string) => createHash('sha256').update(plainRecoveryCode(code)).digest('hex')

/** 80 random bits in base32, so that a hash of it needs no salt. */
function newRecoveryCode(): string {
  const text = new Secret({ buffer: Uint8Array.from(randomBytes(10)).buffer }).base32.toLowerCase()
  return text.match(/.{4}/g)?.join('-') ?? text
}

/** In place of all there were. Shown once. */
export async function renewRecoveryCodes(
  tx: Tx,
  { id: userId, companyId }: Pick<Person, 'id' | 'companyId'>,
  now: Date,
) {
  const codes = Array.from({ length: recoveryCount }, newRecoveryCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ id: newId(), companyId, userId, codeHash: hashOf(code), createdAt: now })))
  return codes
}

/** Whether it was one of theirs; it is none any more. */
export async function takeRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const isIt = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOf(code)))
  const gone = await tx.delete(recoveryCodes).where(isIt).returning({ id: recoveryCodes.id })
  return gone.length > 0
}
