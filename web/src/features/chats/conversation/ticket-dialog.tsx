// A ticket to speak of: among those that its author sees. Members who do not see it are told nothing of it.
import { ticketsNamed } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { SearchInput } from '../../../components/ui/inputs/search-input.tsx'
import { TicketOption } from '../../../desk/tickets/ticket-option.tsx'
import { useKeptQuery } from '../../../desk/use-kept-query.ts'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { useToday } from '../../../lib/use-now.ts'

const limit = 50
const tabs = ['open', 'pending', 'closed'] as const

interface TicketDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  onPick(ticketId: string): void
}

export function TicketDialog({ open, onOpenChange, onPick }: TicketDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Citar um atendimento`}
      description={t`Só abre para quem já pode vê-lo.`}
      className="h-120"
    >
      <Choices onPick={onPick} />
    </Dialog>
  )
}

function Choices({ onPick }: Pick<TicketDialogProps, 'onPick'>) {
  const { t } = useLingui()
  const { userId } = useActor()
  const today = useToday()
  const [typed, setTyped] = useState('')
  const term = typed.trim()
  const [open, pending, closed] = [
    useKeptQuery(ticketsNamed({ tab: tabs[0], userId, term, limit })),
    useKeptQuery(ticketsNamed({ tab: tabs[1], userId, term, limit })),
    useKeptQuery(ticketsNamed({ tab: tabs[2], userId, term, limit })),
  ]
  const rows = [open, pending, closed].flatMap((found) => found.rows)
  const ready = open.ready && pending.ready && closed.ready
  return (
    <>
      <div className="px-4 pt-1 pb-2">
        <SearchInput label={t`Buscar atendimento`} placeholder={t`Nome ou número`} value={typed} onChange={setTyped} />
      </div>
      {ready && rows.length === 0 ? (
        <EmptyState icon={MessagesSquare} title={t`Nenhum atendimento com esse nome ou número`} />
      ) : (
        <ul role="list" aria-label={t`Atendimentos`} className="min-h-0 flex-1 overflow-y-auto pb-2">
          {rows.map((ticket) => (
            <li key={ticket.id}>
              <TicketOption ticket={ticket} today={today} onPick={() => onPick(ticket.id)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
