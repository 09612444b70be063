import { Trans, useLingui } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { canDo } from 'db/tickets/rules.ts'
import { ArrowRightLeft, Check, EllipsisVertical, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../components/ui/menu.tsx'
import { useActor } from '../../../lib/actor-context.tsx'
import { contactName } from '../contact-name.ts'
import type { TicketDetail } from '../queries.ts'
import { useTicketActions } from '../ticket-actions.ts'
import { TagPicker } from './drawer/tag-chips.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

export function HeaderActions({ ticket }: { ticket: TicketDetail }) {
  const { t } = useLingui()
  const actor = useActor()
  const actions = useTicketActions()
  const [dialog, setDialog] = useState<'transfer' | 'delete' | null>(null)
  const toggle = (name: 'transfer' | 'delete') => (open: boolean) => setDialog(open ? name : null)
  const { id, status } = ticket
  const name = contactName(ticket)
  const mayTransfer = canDo('transfer', status)
  const mayDelete = hasPermission(actor, 'ticket-options:deleteTicket')

  return (
    <div className="flex shrink-0 items-center gap-1.5">
      {canDo('return', status) && (
        <Button variant="ghost" className="max-lg:hidden" onClick={() => actions.giveBack(id)}>
          <Undo2 aria-hidden />
          <Trans>Devolver</Trans>
        </Button>
      )}
      {canDo('close', status) && (
        <Button onClick={() => actions.close(id)}>
          <Check aria-hidden />
          <Trans>Resolver</Trans>
        </Button>
      )}
      <span className="max-sm:hidden">
        <TagPicker ticketId={id} />
      </span>
      {(mayTransfer || mayDelete) && (
        <Menu
          label={t`Mais ações`}
          trigger={
            <IconButton label={t`Mais ações`}>
              <EllipsisVertical />
            </IconButton>
          }
        >
          {canDo('return', status) && (
            <MenuItem className="lg:hidden" onClick={() => actions.giveBack(id)}>
              <Undo2 aria-hidden />
              <Trans>Devolver</Trans>
            </MenuItem>
          )}
          {mayTransfer && (
            <MenuItem onClick={() => setDialog('transfer')}>
              <ArrowRightLeft aria-hidden />
              <Trans>Transferir</Trans>
            </MenuItem>
          )}
          {mayTransfer && mayDelete && <MenuSeparator />}
          {mayDelete && (
            <MenuItem variant="danger" onClick={() => setDialog('delete')}>
              <Trash2 aria-hidden />
              <Trans>Excluir atendimento</Trans>
            </MenuItem>
          )}
        </Menu>
      )}
      <TransferDialog
        open={dialog === 'transfer'}
        onOpenChange={toggle('transfer')}
        ticket={ticket}
        onTransfer={(to) => actions.transfer(id, to)}
      />
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={toggle('delete')}
        title={t`Deseja realmente excluir este registro?`}
        description={t`O atendimento de ${name} e todas as suas mensagens serão excluídos para toda a equipe.`}
        confirm={t`Excluir`}
        onConfirm={() => actions.remove(id)}
      />
    </div>
  )
}
