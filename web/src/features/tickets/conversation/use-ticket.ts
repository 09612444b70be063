import type { RowOf } from 'db/kit/define-query.ts'
import { ticketDetail, type TicketDetail } from 'db/tickets/queries.ts'
import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { idArg } from 'db/kit/args.ts'
import { AppError } from 'db/kit/errors.ts'
import { useEffect } from 'react'
import * as v from 'valibot'
import { isNetworkError } from '../../../lib/data/network-error.ts'
import { toastError, toastNotice } from '../../../lib/app/toast.ts'
import { useStateOf } from '../../../lib/use-state-of.ts'
import { codeMessage } from '../../../lib/text/error-message.ts'
import { otherTicketIn } from '../../../desk/tickets/other-ticket.ts'
import { useComplete, useOutbox, useQuery, type OutboxEntry } from '../../../sync/client.ts'
import { useTicketFrame } from '../ticket-frame.ts'
import { readArchive, type ArchivePage } from './archive.ts'

interface FoundTicket {
  ticket: TicketDetail | undefined
  /** It is not on this device, but in the server's archive. */
  archive: ArchivePage | undefined
}

/** The ticket, live. Back to the list when it is not in this person's scope, or no longer. */
export function useTicket(id: string): FoundTicket {
  const navigate = useNavigate()
  const { home } = useTicketFrame()
  const { ticket, archive, absent, failure } = useFoundTicket(id)
  const [seen, setSeen] = useStateOf(id, false)
  if (ticket && !seen) setSeen(true)
  const refused = useOutbox((entries) => entries.find((entry) => isRefusedTicket(entry, id)))
  useEffect(() => {
    if (!absent) return
    // What was written in it is not given up before its writer has decided: other-ticket-dialog.tsx.
    if (refused && otherTicketIn(refused)) {
      return void navigate({ to: '/tickets', search: { resolve: refused.id }, replace: true })
    }
    if (refused) toastNotice(codeMessage(refused.code ?? 'ERR_INTERNAL', refused.details), 6000)
    else tellGone(failure, seen)
    void navigate({ to: home, replace: true })
  }, [absent, failure, seen, refused, home, navigate])
  return { ticket, archive }
}

/** On this device, live, or in the server's archive. `absent`: in neither, or nobody can say, for the reason in `failure`. */
export function useFoundTicket(id: string): FoundTicket & { absent: boolean; failure: unknown } {
  const valid = v.is(idArg, id)
  const one = valid ? ticketDetail({ id }) : null
  const ticket = useQuery(one, ({ rows: [row] }) => row && around(row))
  const complete = useComplete(one)
  const notHere = complete && !ticket
  const { archive, failure } = useArchived(notHere ? id : null)
  return {
    ticket,
    archive: notHere ? archive : undefined,
    absent: !valid || (notHere && failure !== undefined),
    failure,
  }
}

/** Without what its messages change. */
function around(row: RowOf<typeof ticketDetail>): TicketDetail {
  const { unreadMessages: _unread, ...ticket } = row
  return ticket
}

const isRefusedTicket = ({ name, state, args }: OutboxEntry, id: string) =>
  name === 'ticket.create' && state === 'refused' && args['id'] === id

function tellGone(failure: unknown, seen: boolean) {
  if (isNetworkError(failure)) {
    // What vanishes without network was given away or deleted right here.
    if (!seen) toastError(failure)
  } else if (seen && failure instanceof AppError && failure.code === 'ERR_NO_TICKET_FOUND')
    toastNotice(t`Ticket deleted sucessfully.`)
  else toastNotice(t`Acesso não permitido`)
}

interface Archived {
  archive?: ArchivePage
  /** Why there is none. */
  failure?: unknown
}

const none: Archived = {}

/** null: not wanted. */
function useArchived(id: string | null): Archived {
  // What is here again, and then not, is asked for anew.
  const [found, setFound] = useStateOf<Archived>(id, none)
  useEffect(() => {
    if (id === null) return
    let left = false
    const tell = (next: Archived) => !left && setFound(next)
    readArchive(id, null).then(
      (archive) => tell({ archive }),
      (failure: unknown) => tell({ failure }),
    )
    return () => {
      left = true
    }
  }, [id, setFound])
  return found
}
