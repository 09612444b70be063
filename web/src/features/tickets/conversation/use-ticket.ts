import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { useActor } from '../../../lib/actor-context.tsx'
import { isNetworkError } from '../../../lib/network-error.ts'
import { toastError, toastNotice } from '../../../lib/toast.ts'
import { useQuery, useSyncStatus } from '../../../sync/client.ts'
import { ticketDetail, type TicketDetail } from '../queries.ts'
import { readArchive, type ArchivePage } from './archive.ts'

const uuid = v.pipe(v.string(), v.uuid())

interface OpenTicket {
  ticket: TicketDetail | undefined
  /** It is not on this device, but in the server's archive. */
  archive: ArchivePage | undefined
}

/** The ticket, live. Back to the list when it is not in this person's scope, or no longer. */
export function useTicket(id: string): OpenTicket {
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
  const archive = useArchived(absent && valid ? id : null)
  const gone = absent && (archive === 'none' || !valid)
  // Who sees everything loses a ticket only when it is deleted.
  const sawDeletion = seen && hasPermission(actor, 'tickets-manager:showall')
  useEffect(() => {
    if (!gone) return
    toastNotice(sawDeletion ? t`Ticket deleted sucessfully.` : t`Acesso não permitido`)
    void navigate({ to: '/tickets', replace: true })
  }, [gone, sawDeletion, navigate])
  return { ticket, archive: absent && archive !== 'none' ? archive : undefined }
}

/** null: not wanted. */
function useArchived(id: string | null): ArchivePage | 'none' | undefined {
  const [found, setFound] = useState<ArchivePage | 'none'>()
  useEffect(() => {
    if (id === null) return
    let left = false
    const tell = (next: ArchivePage | 'none') => !left && setFound(next)
    readArchive(id, null).then(tell, (error: unknown) => {
      // Without network nobody knows whose it is.
      if (isNetworkError(error)) toastError(error)
      tell('none')
    })
    return () => {
      left = true
    }
  }, [id])
  return found
}
