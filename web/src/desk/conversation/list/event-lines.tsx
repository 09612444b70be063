// What happened to the ticket, among its messages: by whom and when, and what a colleague left for whoever got it.
import type { TicketEventRow } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { StickyNote } from 'lucide-react'
import { formatPhone } from '../../../lib/text/phone-number.ts'
import { formatDateTime, formatTime, isSameDay } from '../../../lib/text/date-time.ts'

interface EventLinesProps {
  events: readonly TicketEventRow[]
  /** Below which they stand: of another day they say which. */
  day: Date | null
}

export function EventLines({ events, day }: EventLinesProps) {
  return events.map((event) => <EventLine key={event.id} event={event} day={day} />)
}

function EventLine({ event, day }: { event: TicketEventRow; day: Date | null }) {
  const { createdAt, note } = event
  const words = useEventWords()(event)
  const when = day && isSameDay(createdAt, day) ? formatTime(createdAt) : formatDateTime(createdAt)
  return (
    <div data-event={event.kind} className="my-1 flex flex-col items-center gap-1 text-center text-xs text-muted">
      <span className="rounded-full px-3 py-0.5 tabular">
        <bdi>{words}</bdi> {when}
      </span>
      {note !== null && (
        <span className="flex max-w-md items-start gap-1.5 rounded-lg border border-line bg-surface px-3 py-1.5 text-left text-sm text-ink">
          <StickyNote aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted" />
          <span dir="auto" className="min-w-0 whitespace-pre-wrap wrap-anywhere">
            {note}
          </span>
        </span>
      )}
    </div>
  )
}

function useEventWords(): (event: TicketEventRow) => string {
  const { t } = useLingui()
  const transferred = ({ userName: by, fromQueueName: from, toQueueName: to, toUserName: person }: TicketEventRow) => {
    const queues = to === null ? null : from === null || from === to ? to : `${from} → ${to}`
    const where = [person, from === to && person !== null ? null : queues].filter((part) => part !== null).join(', ')
    if (by === null) return where === '' ? t`Transferido` : t`Transferido (${where})`
    return where === '' ? t`Transferido por ${by}` : t`Transferido por ${by} (${where})`
  }
  return (event) => {
    const by = event.userName
    switch (event.kind) {
      case 'accepted':
        return by === null ? t`Aceito` : t`Aceito por ${by}`
      case 'returned':
        return by === null ? t`Devolvido para Aguardando` : t`Devolvido para Aguardando por ${by}`
      case 'closed':
        return by === null ? t`Resolvido automaticamente` : t`Resolvido por ${by}`
      case 'reopened':
        return by === null ? t`Reaberto: o cliente voltou a escrever` : t`Reaberto por ${by}`
      case 'rated':
        return ratingWords(event.rating)
      case 'transferred':
        return transferred(event)
      case 'numberChanged':
        return numberWords(event)
    }
  }
  function numberWords({ userName: by, fromNumber, toNumber }: TicketEventRow) {
    const [from, to] = [fromNumber, toNumber].map((number) => (number === null ? null : formatPhone(number)))
    if (!to) return t`O número ${from} passou a outra conta do WhatsApp`
    if (!from) return by === null ? t`O número do contato agora é ${to}` : t`${by} deu ao contato o número ${to}`
    return by === null ? t`O número mudou de ${from} para ${to}` : t`${by} mudou o número de ${from} para ${to}`
  }
  function ratingWords(rating: number | null) {
    if (rating === 1) return t`Avaliado pelo cliente: insatisfeito`
    return rating === 2 ? t`Avaliado pelo cliente: satisfeito` : t`Avaliado pelo cliente: muito satisfeito`
  }
}
