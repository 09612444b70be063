// Who it is with, how it stands, and what can be done to the ticket. Rendered once per change of these: a message changes nothing here.
import type { TicketDetail } from 'db/tickets/queries.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { PanelRight } from 'lucide-react'
import { memo } from 'react'
import { ItemBoundary } from '../../../../components/error-boundary.tsx'
import { Badge } from '../../../../components/ui/badge.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { QueueMark } from '../../../../components/queue-mark.tsx'
import { useActor } from '../../../../lib/app/actor-context.tsx'
import { phone, useMedia } from '../../../../lib/media/use-media.ts'
import { formatPhone } from '../../../../lib/text/phone-number.ts'
import { ContactAvatar } from '../../../../desk/contacts/contact-avatar.tsx'
import { contactName } from '../../../../desk/contacts/contact-name.ts'
import { useSeveralConnections } from '../../../../desk/number/use-several-connections.ts'
import { useTicketFrame } from '../../ticket-frame.ts'
import { useGroupMembers } from '../group/use-group-members.ts'
import { BackLink } from './back-link.tsx'
import { Colleagues } from '../presence/colleagues.tsx'
import { HeaderActions, type Room } from './header-actions.tsx'
import { useCustomerTyping } from '../presence/use-customer-typing.ts'

interface ConversationHeaderProps {
  ticket: TicketDetail
  drawerOpen: boolean
  onDrawer(open: boolean): void
}

export const ConversationHeader = memo(function ConversationHeader(props: ConversationHeaderProps) {
  const { ticket, drawerOpen, onDrawer } = props
  const { t } = useLingui()
  const room = useRoom(drawerOpen)
  return (
    <header className="safe-top shrink-0 border-b border-line bg-surface">
      <div className="flex min-h-14 items-center gap-3 px-2 max-sm:gap-1 sm:px-4">
        <BackLink />
        <ItemBoundary of={ticket}>
          <Who ticket={ticket} />
        </ItemBoundary>
        <Colleagues ticketId={ticket.id} />
        <HeaderActions ticket={ticket} room={room} />
        <IconButton
          label={ticket.isGroup ? t`Dados do grupo` : t`Dados do contato`}
          aria-pressed={drawerOpen}
          onClick={() => onDrawer(!drawerOpen)}
        >
          <PanelRight />
        </IconButton>
      </div>
    </header>
  )
})

function Who({ ticket }: { ticket: TicketDetail }) {
  const name = contactName(ticket)
  // On a phone the list with its title is not on the screen.
  const Title = useMedia(phone) ? 'h1' : 'h2'
  return (
    <>
      <ContactAvatar
        name={name}
        pictureHash={ticket.contactPicture}
        isGroup={ticket.isGroup}
        className="max-sm:hidden"
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2">
          <Title
            dir="auto"
            title={name}
            className="line-clamp-2 max-w-max shrink grow basis-24 wrap-anywhere text-base leading-tight font-semibold"
          >
            {name}
          </Title>
          <StatusBadge ticket={ticket} />
        </div>
        <Subtitle ticket={ticket} />
      </div>
    </>
  )
}

/** Beside the list and the contact's drawer little is left; on a phone (turned, too), or at twice the size, next to nothing. */
function useRoom(drawerOpen: boolean): Room {
  const { narrow } = useTicketFrame()
  const hasLeast = useMedia('(width < 56rem)')
  const besideList = useMedia('(width >= 64rem)')
  const besideDrawer = useMedia('(width >= 100rem)')
  if (hasLeast || narrow) return 'tight'
  return (drawerOpen ? besideDrawer : besideList) ? 'wide' : 'narrow'
}

function StatusBadge({ ticket }: { ticket: TicketDetail }) {
  switch (ticket.status) {
    case 'open':
      return null
    case 'pending':
      return (
        <Badge variant="warning">
          <Trans>Aguardando</Trans>
        </Badge>
      )
    case 'closed':
      return (
        <Badge>
          <Trans>Resolvido</Trans>
        </Badge>
      )
  }
}

function Subtitle({ ticket }: { ticket: TicketDetail }) {
  const typing = useCustomerTyping(ticket.id)
  if (typing === null) return <Meta ticket={ticket} />
  return (
    <p role="status" className="truncate text-xs font-medium text-accent-strong">
      {typing === 'recording' ? <Trans>gravando áudio…</Trans> : <Trans>digitando…</Trans>}
    </p>
  )
}

function Meta({ ticket }: { ticket: TicketDetail }) {
  const { t } = useLingui()
  const { userId } = useActor()
  const number = ticket.contactNumber === null ? null : formatPhone(ticket.contactNumber)
  const members = useGroupMembers(ticket).length
  const several = useSeveralConnections()
  const group = members > 0 ? plural(members, { one: 'Grupo de # pessoa', other: 'Grupo de # pessoas' }) : t`Grupo`
  const parts = [
    ticket.isGroup ? group : number === contactName(ticket) ? null : number,
    ticket.userId === userId ? t`com você` : ticket.userName && t`com ${ticket.userName}`,
    several ? ticket.connectionName : null,
    ticket.number === null ? null : t`nº ${ticket.number}`,
  ].filter(Boolean)
  return (
    <p className="flex items-center gap-1.5 truncate text-xs text-muted tabular">
      {ticket.queueName !== null && (
        <>
          <QueueMark color={ticket.queueColor} />
          <span className="shrink-0">{ticket.queueName}</span>
          <span aria-hidden>·</span>
        </>
      )}
      <span className="truncate">{parts.join(' · ')}</span>
    </p>
  )
}
