// Writing into the audit log, in the transaction of what it is about where there is one.
import { and, eq, gt, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { connections } from '../connections/table.ts'
import type { UserActor } from '../kit/actor.ts'
import type { Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { queues } from '../queues/table.ts'
import { tags } from '../tags/table.ts'
import { users } from '../users/table.ts'
import type { AuditAction, AuditedCall } from './rules.ts'
import { auditEntries } from './table.ts'

export interface AuditEntry {
  companyId: string
  /** Null: done by itself. */
  by: { id: string; name: string } | null
  action: AuditAction
  subject?: { id: string | null; name: string }
  address?: string | null
  details?: Record<string, unknown>
}

export async function recordAudit(tx: Tx, entry: AuditEntry, now: Date): Promise<void> {
  const { companyId, by, action, subject, address, details } = entry
  await tx.insert(auditEntries).values({
    id: newId(),
    companyId,
    userId: by?.id ?? null,
    userName: by?.name ?? '',
    action,
    subjectId: subject?.id ?? null,
    subjectName: subject?.name ?? '',
    address: address ?? null,
    details: details ?? {},
    createdAt: now,
  })
}

export const actorIn = ({ companyId, userId, name }: UserActor) => ({ companyId, by: { id: userId, name } })

const named: Readonly<Record<string, PgTable & { id: PgColumn; companyId: PgColumn; name: PgColumn }>> = {
  user: users,
  queue: queues,
  connection: connections,
  tag: tags,
}

/** What the subject is called, before it is gone; '' of what may hold a customer's name. */
export async function subjectName(tx: Tx, companyId: string, { noun, subjectId }: AuditedCall): Promise<string> {
  const table = named[noun]
  if (!table || subjectId === null) return ''
  const own: SQL | undefined = and(eq(table.id, subjectId), eq(table.companyId, companyId))
  const [row] = await tx.select({ name: table.name }).from(table).where(own)
  return typeof row?.name === 'string' ? row.name : ''
}

/** Looking at one conversation for an hour is one reading of it. */
const sameReadingMs = 3_600_000

/** An actor has a ticket before them that is of no queue of theirs and not their own. */
export async function recordReading(
  tx: Tx,
  actor: UserActor,
  ticket: { id: string; queueId: string | null; userId: string | null },
  now: Date,
): Promise<void> {
  if (ticket.userId === actor.userId || (ticket.queueId !== null && actor.queueIds.includes(ticket.queueId))) return
  const { companyId, userId, action, subjectId, createdAt } = auditEntries
  const same = and(
    eq(companyId, actor.companyId),
    eq(userId, actor.userId),
    eq(action, 'ticket.readElsewhere'),
    eq(subjectId, ticket.id),
    gt(createdAt, new Date(now.getTime() - sameReadingMs)),
  )
  const [known] = await tx.select({ id: auditEntries.id }).from(auditEntries).where(same).limit(1)
  if (known) return
  const subject = { id: ticket.id, name: '' }
  const details = { queueId: ticket.queueId }
  await recordAudit(tx, { ...actorIn(actor), action: 'ticket.readElsewhere', subject, details }, now)
}
