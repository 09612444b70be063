// Who is in the group that a conversation is with, by the names that they are read and mentioned by.
import { groupMembers, type GroupMemberRow } from 'db/contacts/queries.ts'
import type { TicketDetail } from 'db/tickets/queries.ts'
import { useMemo } from 'react'
import { useQuery } from '../../../../sync/client.ts'
import { named, type Member } from './members.ts'

const nobody: readonly GroupMemberRow[] = []

/** Nobody where it is no group, or until WhatsApp has told. */
export function useGroupMembers({
  isGroup,
  contactId,
}: Pick<TicketDetail, 'isGroup' | 'contactId'>): readonly Member[] {
  const rows = useQuery(isGroup ? groupMembers({ groupId: contactId }) : null).rows
  return useMemo(() => named(isGroup ? rows : nobody), [isGroup, rows])
}
