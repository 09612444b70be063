// What outside services ask of us to be known by: sealed in one table, set from outside and never told again. Only server and worker read them,
// and a value opens only in the row of the company and name that it was written for.
import { and, eq } from 'drizzle-orm'
import { recordAudit } from '../../audit/record.ts'
import { secrets } from '../../billing/table.ts'
import { users } from '../../users/table.ts'
import type { Database, ServerTx } from '../connect.ts'
import { seal, unseal, type KeyRing } from './cipher.ts'

/** As it is told: that it is there, since when, and by whom. */
export interface SecretFact {
  setAt: Date
  /** The person's name; null when they are gone. */
  by: string | null
}

export const secretPlace = (companyId: string, name: string) => `secret/${companyId}/${name}`

const rowOf = (companyId: string, name: string) => and(eq(secrets.companyId, companyId), eq(secrets.name, name))

/** Replaces what was there. */
export async function setSecret(
  tx: Database['orm'] | ServerTx,
  ring: KeyRing,
  { companyId, name, text, userId }: { companyId: string; name: string; text: string; userId: string | null },
  now: Date,
): Promise<void> {
  const values = { sealed: seal(ring, secretPlace(companyId, name), text), setAt: now, setBy: userId }
  await tx
    .insert(secrets)
    .values({ companyId, name, ...values })
    .onConflictDoUpdate({ target: [secrets.companyId, secrets.name], set: values })
  await note(tx, { companyId, name, userId }, now)
}

/** What people show beside the password is noted with more words by who keeps it (sync-server/src/second-factors). */
const ofPeople = 'totp:'

async function note(
  tx: Database['orm'] | ServerTx,
  { companyId, name, userId }: { companyId: string; name: string; userId: string | null },
  now: Date,
): Promise<void> {
  if (userId === null || name.startsWith(ofPeople)) return
  const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId))
  const by = { id: userId, name: user?.name ?? '' }
  await recordAudit(tx, { companyId, by, action: 'secret.changed', details: { fields: [name] } }, now)
}

/** Null: it was never set. @throws when no key of the ring opens it */
export async function readSecret(
  tx: Database['orm'] | ServerTx,
  ring: KeyRing,
  companyId: string,
  name: string,
): Promise<string | null> {
  const [row] = await tx.select({ sealed: secrets.sealed }).from(secrets).where(rowOf(companyId, name))
  return row ? unseal(ring, secretPlace(companyId, name), row.sealed) : null
}

/** Null: it was never set. */
export async function secretFact(
  tx: Database['orm'] | ServerTx,
  companyId: string,
  name: string,
): Promise<SecretFact | null> {
  const [row] = await tx
    .select({ setAt: secrets.setAt, by: users.name })
    .from(secrets)
    .leftJoin(users, eq(users.id, secrets.setBy))
    .where(rowOf(companyId, name))
  return row ?? null
}

export async function deleteSecret(tx: Database['orm'] | ServerTx, companyId: string, name: string): Promise<void> {
  await tx.delete(secrets).where(rowOf(companyId, name))
}
