// A ticket that a message speaks of. Whoever may see it is told whose it is, and opens it; whoever may not is told that, and nothing of it.
import { ticketDetail } from 'db/tickets/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Lock, Ticket } from 'lucide-react'
import { useEffect, useState } from 'react'
import { contactName } from '../../contacts/contact-name.ts'
import { useComplete, useQuery } from '../../../sync/client.ts'
import { authorizedFetch } from '../../../sync/session-client.ts'

const card = '-mx-1.5 mt-0.5 mb-1 flex w-72 max-w-[calc(100%+0.75rem)] items-center gap-2.5 rounded-md bg-ink/5 p-2'

export function TicketCard({ id }: { id: string }) {
  const { t } = useLingui()
  const query = ticketDetail({ id })
  const [ticket] = useQuery(query).rows
  const complete = useComplete(query)
  const far = useFarTicket(complete && !ticket ? id : null)
  const number = ticket?.number ?? far?.number ?? null
  const name = ticket ? contactName(ticket) : far?.name
  if (name === undefined && far?.state !== 'offline') {
    return (
      <span className={card}>
        <Lock aria-hidden className="size-5 shrink-0 text-quote" />
        <span className="text-sm whitespace-normal text-quote">
          {far ? <Trans>Você não pode ver este atendimento.</Trans> : <Trans>Atendimento</Trans>}
        </span>
      </span>
    )
  }
  return (
    <Link to="/tickets/$ticketId" params={{ ticketId: id }} className={`${card} hover:bg-ink/8`}>
      <Ticket aria-hidden className="size-5 shrink-0 text-quote" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-left text-sm font-medium">
          {name ?? t`Atendimento`}
        </span>
        <span className="block text-xs text-quote tabular">
          {number === null ? t`Abrir o atendimento` : t`Atendimento #${number}`}
        </span>
      </span>
    </Link>
  )
}

interface FarTicket {
  state: 'readable' | 'unseen' | 'offline'
  name?: string
  number?: number | null
}

/** Of a ticket that is not on this device: archived ones are at the server, which says what may be seen. Null: not wanted. */
function useFarTicket(id: string | null): FarTicket | undefined {
  const [found, setFound] = useState<{ id: string; ticket: FarTicket }>()
  useEffect(() => {
    if (id === null) return
    let left = false
    askFor(id).then(
      (ticket) => !left && setFound({ id, ticket }),
      () => !left && setFound({ id, ticket: { state: 'offline' } }),
    )
    return () => {
      left = true
    }
  }, [id])
  return found && found.id === id ? found.ticket : undefined
}

async function askFor(id: string): Promise<FarTicket> {
  const response = await authorizedFetch(`/api/tickets/${id}`)
  if (response.status === 403 || response.status === 404) return { state: 'unseen' }
  if (!response.ok) return { state: 'offline' }
  const { number, contact } = (await response.json()) as { number: number | null; contact: { name: string } }
  return { state: 'readable', number, name: contact.name }
}
