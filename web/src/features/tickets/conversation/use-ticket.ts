import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { useActor } from '../../../lib/actor-context.tsx'
import { toastNotice } from '../../../lib/toast.ts'
import { useQuery, useSyncStatus } from '../../../sync/client.ts'
import { ticketDetail, type TicketDetail } from '../queries.ts'

const uuid = v.pipe(v.string(), v.uuid())

/** The ticket, live. Back to the list when it is not in this person's scope, or no longer. */
export function useTicket(id: string): TicketDetail | undefined {
  const navigate = useNavigate()
  const actor = useActor()
  const { phase } = useSyncStatus()
  const valid = v.is(uuid, id)
  const { rows, ready } = useQuery(valid ? ticketDetail(id) : null)
  const ticket = rows[0]
  const [seen, setSeen] = useState(false)
  if (ticket && !seen) setSeen(true)

  const copied = phase === 'live' || phase === 'reconnecting'
  const absent = !valid || (ready && !ticket && copied)
  // Who sees everything loses a ticket only when it is deleted.
  const sawDeletion = seen && hasPermission(actor, 'tickets-manager:showall')
  useEffect(() => {
    if (!absent) return
    toastNotice(sawDeletion ? t`Ticket deleted sucessfully.` : t`Acesso não permitido`)
    void navigate({ to: '/tickets', replace: true })
  }, [absent, sawDeletion, navigate])
  return ticket
}
