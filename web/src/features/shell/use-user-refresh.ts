import { ownUser } from 'db/users/queries.ts'
import { useEffect } from 'react'
import { useQuery } from '../../sync/client.ts'
import { refreshUser, type SessionUser } from '../../sync/session-client.ts'

/** An admin changed this user's role, queues or name: the session's copy, which decides what is shown, follows the row. */
export function useUserRefresh(user: SessionUser) {
  const row = useQuery(ownUser({ userId: user.id })).rows[0]
  const known = JSON.stringify([
    user.name,
    user.email,
    user.profile,
    user.super,
    user.allTicket,
    user.queues.map(({ id }) => id).toSorted(),
  ])
  const synced = row && JSON.stringify([row.name, row.email, row.profile, row.super, row.allTicket, row.queueIds])
  // One's own change is in the row before the server has it: it is asked again when its row has come back.
  const changedAt = row?.updatedAt.getTime()
  useEffect(() => {
    if (changedAt !== undefined && synced !== known) void refreshUser()
  }, [synced, known, changedAt])
}
