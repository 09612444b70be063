import { ticketsLike, type FoundTicket } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { formatPhone } from '../../../lib/text/phone-number.ts'
import { useDelayed } from '../../../lib/use-delayed.ts'
import { useQuery } from '../../../sync/client.ts'
import type { PaletteGroup, PaletteItem } from './palette-items.ts'

/** While somebody types, each letter is no question of its own. */
const typingMs = 120
const none: readonly FoundTicket[] = []

/** Tickets on this device whose contact has these words in its name, or these digits in its number. */
export function useTicketItems(term: string): PaletteGroup {
  const { t } = useLingui()
  const navigate = useNavigate()
  const settled = useDelayed(term.trim(), typingMs)
  const { rows, ready } = useQuery(settled === '' ? null : ticketsLike({ term: settled }))
  // What was found stays until what is asked now is.
  const [kept, setKept] = useState(none)
  if (ready && rows !== kept) setKept(rows)
  const shown = settled === '' || term.trim() === '' ? none : ready ? rows : kept
  const statuses = { open: t`Em atendimento`, pending: t`Aguardando`, closed: t`Resolvido` }
  const itemOf = ({ id, name, number, status }: FoundTicket): PaletteItem => ({
    id,
    label: name !== null && name !== '' ? name : number === null ? '…' : formatPhone(number),
    detail: statuses[status],
    icon: MessageSquare,
    run: () => void navigate({ to: '/tickets/$ticketId', params: { ticketId: id } }),
  })
  return { label: t`Atendimentos`, items: shown.map(itemOf) }
}
