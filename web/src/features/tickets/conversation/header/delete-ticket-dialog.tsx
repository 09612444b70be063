import type { TicketDetail } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx'
import { contactName } from '../../../../desk/contacts/contact-name.ts'
import { useTicketActions } from '../../ticket-actions.ts'

interface DeleteTicketDialogProps {
  ticket: TicketDetail
  open: boolean
  onOpenChange(open: boolean): void
}

export function DeleteTicketDialog({ ticket, open, onOpenChange }: DeleteTicketDialogProps) {
  const { t } = useLingui()
  const actions = useTicketActions()
  const name = contactName(ticket)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Deseja realmente excluir este registro?`}
      description={t`O atendimento de ${name} e todas as suas mensagens serão excluídos para toda a equipe.`}
      confirm={t`Excluir`}
      onConfirm={() => actions.remove(ticket.id)}
    />
  )
}
