// Whoever comes back from another screen finds the conversation that was open when they left, and not the list beside nothing. Only in this tab's
// memory: a page that is loaded anew shows what its address says.
import { ticketDetail } from 'db/tickets/queries.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useQuery } from '../../sync/client.ts'
import { onSessionEnd } from '../../sync/session-client.ts'

let left: { userId: string; ticketId: string } | null = null
onSessionEnd(() => (left = null))

/** For as long as the tickets' screen is shown. `selectedId`: the conversation that is open; undefined: only the list is asked for. */
export function useReturn(selectedId: string | undefined) {
  const navigate = useNavigate()
  const { userId } = useActor()
  const [wanted, setWanted] = useState(() => (left?.userId === userId ? left.ticketId : undefined))
  // It may have been given away meanwhile: then there is nothing to come back to, nor to ask the server for.
  const { rows, ready } = useQuery(wanted === undefined ? null : ticketDetail({ id: wanted }))
  const isHere = rows.length > 0
  if (wanted !== undefined && (selectedId !== undefined || (ready && !isHere))) setWanted(undefined)
  useEffect(() => {
    if (wanted === undefined) left = selectedId === undefined ? null : { userId, ticketId: selectedId }
    else if (isHere)
      void navigate({
        to: '/tickets/$ticketId',
        params: { ticketId: wanted },
        search: (before) => before,
        replace: true,
      })
  }, [wanted, isHere, selectedId, userId, navigate])
}
