import type { TicketDetail } from 'db/tickets/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { canDo } from 'db/tickets/rules.ts'
import { ArrowRightLeft, CalendarClock, Check, EllipsisVertical, Tag, Trash2, Undo2 } from 'lucide-react'
import { Fragment, useRef } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../../components/ui/menu.tsx'
import { useActor } from '../../../../lib/app/actor-context.tsx'
import { useStateOf } from '../../../../lib/use-state-of.ts'
import { usePlanFeatures } from '../../../../desk/guards/use-plan-features.ts'
import { useTicketActions } from '../../ticket-actions.ts'
import { TagPicker, TagPopover } from '../drawer/tag-chips.tsx'
import { DeleteTicketDialog } from './delete-ticket-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import { useTicketKeys } from '../use-ticket-keys.ts'

export type Room = 'tight' | 'narrow' | 'wide'
type Dialog = 'transfer' | 'delete'

/** As many buttons as the header has room for; the others are in the menu. */
export function HeaderActions({ ticket, room }: { ticket: TicketDetail; room: Room }) {
  const { t } = useLingui()
  const actions = useTicketActions()
  const { id, contactId, status } = ticket
  const [dialog, setDialog] = useStateOf<Dialog | null>(id, null)
  const toggle = (name: Dialog) => (open: boolean) => setDialog(open ? name : null)
  const schedule = usePlanFeatures().features.has('useSchedules') ? () => actions.schedule(id, contactId) : null
  const bar = useRef<HTMLDivElement>(null)
  const [tagAnchor, setTagAnchor] = useStateOf<Element | null>(id, null)
  const openTags = () => setTagAnchor(bar.current)
  useTicketKeys({ ticket, actions, openTransfer: () => setDialog('transfer'), openTags, schedule })

  return (
    <div ref={bar} className="flex shrink-0 items-center gap-1.5">
      {room === 'wide' && canDo('return', status) && (
        <Button variant="ghost" onClick={() => actions.giveBack(ticket)}>
          <Undo2 aria-hidden />
          <Trans>Devolver</Trans>
        </Button>
      )}
      {canDo('close', status) && <CloseButton room={room} onClick={() => actions.close(ticket)} />}
      {room !== 'tight' && <TagPicker ticketId={id} />}
      {room !== 'tight' && schedule && (
        <IconButton label={t`Agendar mensagem`} onClick={schedule}>
          <CalendarClock />
        </IconButton>
      )}
      <MoreMenu ticket={ticket} room={room} onTags={openTags} onSchedule={schedule} onDialog={setDialog} />
      <Fragment key={id}>
        <TagPopover ticketId={id} anchor={tagAnchor} onClose={() => setTagAnchor(null)} />
        <TransferDialog
          open={dialog === 'transfer'}
          onOpenChange={toggle('transfer')}
          ticketId={id}
          ticket={ticket}
          onTransfer={(to) => actions.transfer(ticket, to)}
        />
        <DeleteTicketDialog ticket={ticket} open={dialog === 'delete'} onOpenChange={toggle('delete')} />
      </Fragment>
    </div>
  )
}

interface MoreMenuProps {
  ticket: TicketDetail
  room: Room
  onTags(): void
  onSchedule: (() => void) | null
  onDialog(dialog: Dialog): void
}

function MoreMenu({ ticket, room, onTags, onSchedule, onDialog }: MoreMenuProps) {
  const { t } = useLingui()
  const { status } = ticket
  const actor = useActor()
  const actions = useTicketActions()
  const mayTransfer = canDo('transfer', status)
  const mayDelete = hasPermission(actor, 'ticket-options:deleteTicket')
  if (!mayTransfer && !mayDelete && room !== 'tight') return null
  const trigger = (
    <IconButton label={t`Mais ações`}>
      <EllipsisVertical />
    </IconButton>
  )
  return (
    <Menu of={ticket.id} label={t`Mais ações`} trigger={trigger}>
      {room !== 'wide' && canDo('return', status) && (
        <MenuItem onClick={() => actions.giveBack(ticket)}>
          <Undo2 aria-hidden />
          <Trans>Devolver</Trans>
        </MenuItem>
      )}
      {room === 'tight' && (
        <MenuItem onClick={onTags}>
          <Tag aria-hidden />
          <Trans>Etiquetas</Trans>
        </MenuItem>
      )}
      {room === 'tight' && onSchedule && (
        <MenuItem onClick={onSchedule}>
          <CalendarClock aria-hidden />
          <Trans>Agendar mensagem</Trans>
        </MenuItem>
      )}
      {mayTransfer && (
        <MenuItem onClick={() => onDialog('transfer')}>
          <ArrowRightLeft aria-hidden />
          <Trans>Transferir</Trans>
        </MenuItem>
      )}
      {mayTransfer && mayDelete && <MenuSeparator />}
      {mayDelete && (
        <MenuItem variant="danger" onClick={() => onDialog('delete')}>
          <Trash2 aria-hidden />
          <Trans>Excluir atendimento</Trans>
        </MenuItem>
      )}
    </Menu>
  )
}

/** The contact's name may need the room of its word. */
function CloseButton({ room, onClick }: { room: Room; onClick(): void }) {
  const { t } = useLingui()
  if (room === 'tight') {
    return (
      <IconButton label={t`Resolver`} onClick={onClick}>
        <Check />
      </IconButton>
    )
  }
  return (
    <Button onClick={onClick}>
      <Check aria-hidden />
      <Trans>Resolver</Trans>
    </Button>
  )
}
