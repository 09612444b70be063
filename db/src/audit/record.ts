// Writing into the audit log, in the transaction of what it is about where there is one.
import { and, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { connections } from '../connections/table.ts'
import { seesAllQueues, type UserActor } from '../kit/actor.ts'
import type { Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { queues } from '../queues/table.ts'
import { tickets } from '../tickets/table.ts'
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
  if (await isNoted(tx, actor, { action: 'ticket.readElsewhere', subjectId: ticket.id }, now)) return
  const subject = { id: ticket.id, name: '' }
  const details = { queueId: ticket.queueId }
  await recordAudit(tx, { ...actorIn(actor), action: 'ticket.readElsewhere', subject, details }, now)
}

/** As `recordReading`, of tickets by their ids: what is none of the company's is nobody's. */
export async function recordReadings(tx: Tx, actor: UserActor, ticketIds: readonly string[], now: Date): Promise<void> {
  if (!seesAllQueues(actor) || ticketIds.length === 0) return
  const { id, queueId, userId } = tickets
  const read = await tx
    .select({ id, queueId, userId })
    .from(tickets)
    .where(and(eq(tickets.companyId, actor.companyId), inArray(id, [...ticketIds])))
  for (const ticket of read) await recordReading(tx, actor, ticket, now)
}

/** An actor who sees all queues takes conversations as a whole: their device copies them, or they search them. Once an hour. */
export async function recordWholeReading(
  tx: Tx,
  actor: UserActor,
  action: 'conversations.copied' | 'conversations.searched',
  now: Date,
): Promise<void> {
  if (!seesAllQueues(actor) || (await isNoted(tx, actor, { action, subjectId: null }, now))) return
  await recordAudit(tx, { ...actorIn(actor), action }, now)
}

interface Noted {
  action: AuditAction
  subjectId: string | null
}

/** Within the hour. */
async function isNoted(tx: Tx, actor: UserActor, { action, subjectId }: Noted, now: Date): Promise<boolean> {
  const same = and(
    eq(auditEntries.companyId, actor.companyId),
    eq(auditEntries.userId, actor.userId),
    eq(auditEntries.action, action),
    subjectId === null ? isNull(auditEntries.subjectId) : eq(auditEntries.subjectId, subjectId),
    gt(auditEntries.createdAt, new Date(now.getTime() - sameReadingMs)),
  )
  const [known] = await tx.select({ id: auditEntries.id }).from(auditEntries).where(same).limit(1)
  return known !== undefined
}
