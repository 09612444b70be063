// Groups as contacts: their subject and their participants, kept as WhatsApp tells them. Server only.
import { and, eq, inArray } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { createContact } from './find-contact.ts'
import { contacts, groupParticipants, type Contact } from './table.ts'

export interface GroupMember {
  lid: string | null
  number: string | null
  isAdmin: boolean
}

export async function findGroup(tx: Tx, groupId: string, ctx: MutationContext): Promise<Contact | null> {
  const [group] = await tx
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, ctx.actor.companyId), eq(contacts.lid, groupId), eq(contacts.isGroup, true)))
  return group ?? null
}

export async function findOrCreateGroup(tx: Tx, groupId: string, ctx: MutationContext): Promise<Contact> {
  const group = await findGroup(tx, groupId, ctx)
  return group ?? createContact(tx, { lid: groupId, number: null, pushName: '', isGroup: true }, ctx)
}

/** The subject is the group's name: it is WhatsApp's to say. A group that nobody wrote in is no contact, and stays unknown. */
export async function nameGroup(tx: Tx, groupId: string, subject: string, ctx: MutationContext) {
  const group = await findGroup(tx, groupId, ctx)
  if (!group || subject === '' || group.name === subject) return
  await tx
    .update(contacts)
    .set({ name: subject, pushName: subject, updatedAt: ctx.now })
    .where(eq(contacts.id, group.id))
}

/** Everybody who is in the group now. */
export async function setMembers(tx: Tx, groupId: string, members: readonly GroupMember[], ctx: MutationContext) {
  const find = finderIn(members)
  await removeWho(tx, groupId, (row) => !find(row), ctx)
  await addMembers(tx, groupId, members, ctx)
}

/** Who came in, or became (no) admin. */
export async function addMembers(tx: Tx, groupId: string, members: readonly GroupMember[], ctx: MutationContext) {
  const group = await findGroup(tx, groupId, ctx)
  if (!group) return
  const rows = await membersOf(tx, group.id)
  const base = { companyId: ctx.actor.companyId, groupId: group.id, createdAt: ctx.now, updatedAt: ctx.now }
  const findRow = finderIn(rows)
  const told = new Map(members.map((member) => [member.lid ?? member.number, member]))
  const added = [...told.values()].filter((member) => !findRow(member))
  for (const chunk of chunksOf(added)) {
    await tx.insert(groupParticipants).values(chunk.map((member) => ({ id: newId(), ...base, ...member })))
  }
  const find = finderIn(members)
  for (const row of rows) {
    const member = find(row)
    if (!member || isTold(row, member)) continue
    const { isAdmin } = member
    const names = { lid: row.lid ?? member.lid, number: row.number ?? member.number }
    await tx
      .update(groupParticipants)
      .set({ ...names, isAdmin, updatedAt: ctx.now })
      .where(eq(groupParticipants.id, row.id))
  }
}

export async function removeMembers(tx: Tx, groupId: string, members: readonly GroupMember[], ctx: MutationContext) {
  const find = finderIn(members)
  await removeWho(tx, groupId, (row) => find(row) !== undefined, ctx)
}

export async function isGroupAdmin(tx: Tx, groupContactId: string, person: Pick<GroupMember, 'lid' | 'number'>) {
  const rows = await membersOf(tx, groupContactId)
  return rows.some((row) => row.isAdmin && isSame(row, person))
}

export const membersOf = (tx: Tx, groupContactId: string) =>
  tx.select().from(groupParticipants).where(eq(groupParticipants.groupId, groupContactId))

async function removeWho(tx: Tx, groupId: string, leaves: (row: Names) => boolean, ctx: MutationContext) {
  const group = await findGroup(tx, groupId, ctx)
  if (!group) return
  const rows = await membersOf(tx, group.id)
  for (const chunk of chunksOf(rows.filter(leaves))) {
    const ids = chunk.map(({ id }) => id)
    await tx.delete(groupParticipants).where(inArray(groupParticipants.id, ids))
  }
}

/** Statements with thousands of rows have too many parameters. */
const chunkSize = 1_000

const chunksOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, n) => rows.slice(n * chunkSize, (n + 1) * chunkSize))

type Names = Pick<GroupMember, 'lid' | 'number'>

const isSame = (a: Names, b: Names) =>
  (a.lid !== null && a.lid === b.lid) || (a.number !== null && a.number === b.number)

/** Who of many somebody is, without looking at all of them each time. */
function finderIn<T extends Names>(people: readonly T[]): (names: Names) => T | undefined {
  // The first of several under a name counts.
  const byLid = new Map(people.toReversed().map((one) => [one.lid, one]))
  const byNumber = new Map(people.toReversed().map((one) => [one.number, one]))
  return ({ lid, number }) =>
    (lid === null ? undefined : byLid.get(lid)) ?? (number === null ? undefined : byNumber.get(number))
}

const isTold = (row: GroupMember, member: GroupMember) =>
  row.isAdmin === member.isAdmin &&
  (row.lid !== null || member.lid === null) &&
  (row.number !== null || member.number === null)
