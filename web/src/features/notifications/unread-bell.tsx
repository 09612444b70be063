// The bell in the top bar: in how many tickets something is unread and how many notes mention whoever looks, and which they are.
import { unseenMentionCount, unseenMentions } from 'db/mentions/queries.ts'
import { unreadOf, unreadTickets, type UnreadTicket } from 'db/tickets/unread/queries.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Bell as BellIcon, CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Bell } from '../../components/ui/bell.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { cn } from '../../lib/class-names.ts'
import { useToday } from '../../lib/use-now.ts'
import { useQuery } from '../../sync/client.ts'
import { TicketSummary } from '../../desk/tickets/ticket-summary.tsx'
import { MentionLink } from './mention-link.tsx'

/** The rest is in the list of tickets. */
const shownTickets = 30

export function UnreadBell() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const tickets = useQuery(unreadOf({ userId: useActor().userId })).rows[0]?.tickets ?? 0
  const mentions = useQuery(unseenMentionCount()).rows[0]?.count ?? 0
  const count = tickets + mentions
  const said = [
    ...(mentions === 0 ? [] : [plural(mentions, { one: '# menção a você', other: '# menções a você' })]),
    ...(tickets === 0
      ? []
      : [
          plural(tickets, {
            one: '# atendimento com mensagens não lidas',
            other: '# atendimentos com mensagens não lidas',
          }),
        ]),
  ]
  const label = count === 0 ? t`Mensagens não lidas` : said.join(', ')
  return (
    <Bell
      open={open}
      onOpenChange={setOpen}
      title={t`Mensagens não lidas`}
      label={label}
      icon={<BellIcon />}
      count={count}
    >
      <UnreadList onLeave={() => setOpen(false)} />
    </Bell>
  )
}

function UnreadList({ onLeave }: { onLeave(): void }) {
  const { t } = useLingui()
  const { rows, ready } = useQuery(unreadTickets({ userId: useActor().userId, limit: shownTickets }))
  const { rows: mentions, ready: listed } = useQuery(unseenMentions({ limit: shownTickets }))
  if (ready && listed && rows.length + mentions.length === 0) {
    return (
      <div className="w-80 max-w-[calc(100vw-1rem)]">
        <EmptyState icon={CheckCheck} title={t`Tudo lido`}>
          <Trans>Quando um cliente seu escrever ou um colega mencionar você, aparece aqui.</Trans>
        </EmptyState>
      </div>
    )
  }
  return (
    // As high as one row while they are read.
    <div className="max-h-[min(28rem,70dvh)] min-h-16 w-80 max-w-[calc(100vw-1rem)] overflow-y-auto overscroll-contain p-1">
      {mentions.length > 0 && (
        <ul
          role="list"
          aria-label={t`Menções a você`}
          className={cn(rows.length > 0 && 'mb-1 border-b border-line pb-1')}
        >
          {mentions.map((mention) => (
            <li key={mention.id}>
              <MentionLink mention={mention} onClick={onLeave} />
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <ul role="list" aria-label={t`Mensagens não lidas`}>
          {rows.map((ticket) => (
            <li key={ticket.id}>
              <UnreadLink ticket={ticket} onClick={onLeave} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function UnreadLink({ ticket, onClick }: { ticket: UnreadTicket; onClick(): void }) {
  return (
    <Link
      to="/tickets/$ticketId"
      params={{ ticketId: ticket.id }}
      onClick={onClick}
      className="flex h-14 items-center gap-3 rounded-md px-2.5 text-sm -outline-offset-2 hover:bg-hover"
    >
      <TicketSummary ticket={ticket} today={useToday()} avatar="md">
        <Badge variant="accent">{ticket.unreadMessages}</Badge>
      </TicketSummary>
    </Link>
  )
}
