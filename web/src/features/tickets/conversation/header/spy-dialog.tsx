// A look into a conversation without taking part in it: nothing can be sent from here, and nothing is marked as read, neither here nor
// for the customer. For those who see every queue. One in the archive is read from the server.
import type { TicketDetail } from 'db/tickets/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { useActor } from '../../../../lib/app/actor-context.tsx'
import { formatDateTime } from '../../../../lib/text/date-time.ts'
import { isNetworkError } from '../../../../lib/data/network-error.ts'
import { contactName } from '../../../../desk/contact-name.ts'
import { ArchivedMessages } from '../list/archived-messages.tsx'
import { ReadOnlyMessages } from '../list/read-only-messages.tsx'
import { useFoundTicket } from '../use-ticket.ts'
import { useTicketMessages } from '../list/use-ticket-messages.ts'

interface SpyDialogProps {
  ticketId: string
  open: boolean
  onClose(): void
}

export function SpyDialog({ ticketId, open, onClose }: SpyDialogProps) {
  const { t } = useLingui()
  const { ticket, archive, absent, failure } = useFoundTicket(ticketId)
  const looked = ticket ?? archive?.ticket
  const name = looked ? contactName(looked) : ''
  const when = archive && formatDateTime(archive.fetchedAt)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={looked ? t`Espiando a conversa com ${name}` : t`Espiar conversa`}
      description={
        when
          ? t`Arquivado, somente leitura · buscado do servidor em ${when}`
          : t`Somente leitura: nada é enviado e nada é marcado como lido.`
      }
      className="h-[min(44rem,calc(100dvh-2rem))] max-w-2xl"
    >
      <div className="flex min-h-0 flex-1 flex-col border-t border-line bg-canvas">
        {ticket && <ReadOnlyConversation ticket={ticket} />}
        {archive && <ArchivedMessages newest={archive} />}
        {absent && (
          <p role="status" className="p-6 text-center text-muted">
            {isNetworkError(failure) ? (
              <Trans>Sem conexão: os atendimentos arquivados estão no servidor.</Trans>
            ) : (
              <Trans>Este atendimento não está mais aqui.</Trans>
            )}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function ReadOnlyConversation({ ticket }: { ticket: TicketDetail }) {
  const { userId } = useActor()
  return <ReadOnlyMessages ticket={ticket} messages={useTicketMessages(ticket.id, userId)} />
}
