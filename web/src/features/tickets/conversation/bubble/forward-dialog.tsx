import { ticketsNamed } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { SearchInput } from '../../../../components/ui/inputs/search-input.tsx'
import { useActor } from '../../../../lib/app/actor-context.tsx'
import { useToday } from '../../../../lib/use-now.ts'
import { contactName } from '../../../../desk/contacts/contact-name.ts'
import { TicketOption } from '../../../../desk/tickets/ticket-option.tsx'
import { useKeptQuery } from '../../../../desk/use-kept-query.ts'

/** Who has more open than this searches. */
const limit = 100

interface ForwardDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** The ticket of the message, which has it already. */
  from: string
  onPick(ticketId: string, name: string): void
}

/** To an open ticket: only those take messages. */
export function ForwardDialog({ open, onOpenChange, from, onPick }: ForwardDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Encaminhar para`}
      description={t`Atendimentos abertos que você pode ver.`}
      className="h-120"
    >
      <Choices from={from} onPick={onPick} />
    </Dialog>
  )
}

function Choices({ from, onPick }: Pick<ForwardDialogProps, 'from' | 'onPick'>) {
  const { t } = useLingui()
  const { userId } = useActor()
  const today = useToday()
  const [term, setTerm] = useState('')
  const { rows, ready } = useKeptQuery(ticketsNamed({ tab: 'open', userId, term: term.trim(), limit }))
  const others = rows.filter(({ id }) => id !== from)
  return (
    <>
      <div className="px-4 pt-1 pb-2">
        <SearchInput label={t`Buscar atendimento`} placeholder={t`Nome ou número`} value={term} onChange={setTerm} />
      </div>
      {ready && others.length === 0 ? (
        <EmptyState icon={MessagesSquare} title={t`Nenhum outro atendimento aberto`} />
      ) : (
        <ul role="list" aria-label={t`Atendimentos abertos`} className="min-h-0 flex-1 overflow-y-auto pb-2">
          {others.map((ticket) => (
            <li key={ticket.id}>
              <TicketOption ticket={ticket} today={today} onPick={() => onPick(ticket.id, contactName(ticket))} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
