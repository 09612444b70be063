// What it takes to write to a group, from the rows that follow what WhatsApp tells: who is in it and how they are addressed.
// Server only. Invariant: an answer names everybody who is in the group, or there is none and WhatsApp is asked.
import { and, eq, gt } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { findGroup, membersOf } from './groups.ts'
import { contacts, groupFacts } from './table.ts'

/** Changes are told one by one; in case one was missed, all are asked for once a day. */
const freshMs = 24 * 3_600_000

export interface GroupFacts {
  addressingMode: 'lid' | 'pn'
  /** Seconds after which its messages disappear; null: never. */
  ephemeral: number | null
}

/** WhatsApp named everybody who is in the group, and setMembers() has it. */
export async function recordGroupFacts(tx: Tx, groupId: string, facts: GroupFacts, ctx: MutationContext) {
  const group = await findGroup(tx, groupId, ctx)
  if (!group) return
  const told = { ...facts, toldAt: ctx.now }
  await tx
    .insert(groupFacts)
    .values({ groupId: group.id, companyId: ctx.actor.companyId, ...told })
    .onConflictDoUpdate({ target: groupFacts.groupId, set: told })
}

/** Null when WhatsApp has to be asked. */
export async function findGroupFacts(tx: Tx, groupId: string, { actor, now }: MutationContext) {
  const [group] = await tx
    .select({
      id: contacts.id,
      subject: contacts.name,
      addressingMode: groupFacts.addressingMode,
      ephemeral: groupFacts.ephemeral,
    })
    .from(contacts)
    .innerJoin(groupFacts, eq(groupFacts.groupId, contacts.id))
    .where(
      and(
        eq(contacts.companyId, actor.companyId),
        eq(contacts.lid, groupId),
        eq(contacts.isGroup, true),
        gt(groupFacts.toldAt, new Date(now.getTime() - freshMs)),
      ),
    )
  if (!group) return null
  const members = await membersOf(tx, group.id)
  const isAddressable = members.every(({ lid, number }) => (group.addressingMode === 'lid' ? lid : number) !== null)
  return isAddressable && members.length > 0 ? { ...group, members } : null
}
