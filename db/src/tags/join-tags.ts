// The tags of two tickets that become one.
// Invariants: no tag is lost but a second lane; a ticket stands in the lanes where its holder put it, or, without one, in the other's.
import { eq, inArray } from 'drizzle-orm'
import { v5 } from 'uuid'
import type { Tx } from '../kit/define-mutation.ts'
import type { Ticket } from '../tickets/table.ts'
import { tags, ticketTags } from './table.ts'

export interface Tagged {
  tagId: string
  /** A lane of the board. */
  kanban: boolean
}

/** Tags of two tickets that become one: all of `holder`'s, then the new ones of `other`, its lane only when `holder` has none. Pure. */
export function joinTags(holder: readonly Tagged[], other: readonly Tagged[]): readonly Tagged[] {
  const hasLane = holder.some(({ kanban }) => kanban)
  const isNew = ({ tagId, kanban }: Tagged) => !(kanban && hasLane) && !holder.some((tag) => tag.tagId === tagId)
  return [...holder, ...other.filter(isNew)]
}

type Place = Pick<Ticket, 'id' | 'companyId' | 'queueId' | 'archived'>

/** All tags of both become those of `kept`; `holderId` is the one of the two whose lanes count. Server only. */
export async function moveTags(tx: Tx, kept: Place, goneId: string, holderId: string) {
  const both = inArray(ticketTags.ticketId, [kept.id, goneId])
  const found = await tx
    .select({ ticketId: ticketTags.ticketId, tagId: ticketTags.tagId, kanban: tags.kanban })
    .from(ticketTags)
    .innerJoin(tags, eq(tags.id, ticketTags.tagId))
    .where(both)
  const isHolders = ({ ticketId }: { ticketId: string }) => ticketId === holderId
  const joined = joinTags(
    found.filter(isHolders),
    found.filter((tag) => !isHolders(tag)),
  )
  await tx.delete(ticketTags).where(both)
  const { id: ticketId, companyId, queueId, archived } = kept
  const row = ({ tagId }: Tagged) => ({ id: v5(tagId, ticketId), companyId, ticketId, tagId, queueId, archived })
  if (joined.length > 0) await tx.insert(ticketTags).values(joined.map(row))
}
