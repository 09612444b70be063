import type { MessageRow } from 'db/messages/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog, DialogBody } from '../../../../components/ui/dialog.tsx'
import { formatDateTime } from '../../../../lib/text/date-time.ts'
import { formatFileSize } from '../../../../lib/media/file-size.ts'
import { useAuthorOf } from '../../../../desk/conversation/bubble/author.ts'
import { deliveryOf, type Delivery } from '../../../../desk/conversation/bubble/delivery.ts'
import { Fact } from '../../../../desk/conversation/bubble/fact.tsx'
import { Ticks } from '../../../../desk/conversation/bubble/ticks.tsx'

interface InfoDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  message: MessageRow
}

/** When, by whom, and how far it has come: only what WhatsApp said. */
export function InfoDialog({ open, onOpenChange, message }: InfoDialogProps) {
  const { t } = useLingui()
  const authorOf = useAuthorOf()
  const { createdAt, sentAt, editedAt, mediaSize, mediaMime } = message
  const delivery = deliveryOf(message, { waiting: false, offline: false })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Informações da mensagem`} className="sm:max-w-96">
      <DialogBody className="pb-4">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-base">
          <Fact name={<Trans>De</Trans>}>{authorOf(message)}</Fact>
          {delivery && (
            <Fact name={<Trans>Entrega</Trans>}>
              <DeliveryWords delivery={delivery} />
            </Fact>
          )}
          {sentAt && <Fact name={<Trans>Enviada no WhatsApp</Trans>}>{formatDateTime(sentAt)}</Fact>}
          <Fact name={message.fromMe && sentAt === null ? <Trans>Escrita</Trans> : <Trans>Recebida aqui</Trans>}>
            {formatDateTime(createdAt)}
          </Fact>
          {editedAt && <Fact name={<Trans>Editada</Trans>}>{formatDateTime(editedAt)}</Fact>}
          {mediaSize !== null && (
            <Fact name={<Trans>Arquivo</Trans>}>
              {[mediaMime, formatFileSize(mediaSize)].filter(Boolean).join(' · ')}
            </Fact>
          )}
        </dl>
      </DialogBody>
    </Dialog>
  )
}

function DeliveryWords({ delivery }: { delivery: Delivery }) {
  const { t } = useLingui()
  const words: Record<Delivery, string> = {
    queued: t`Aguardando conexão`,
    sending: t`Enviando`,
    sent: t`Enviada`,
    received: t`Entregue`,
    read: t`Lida`,
    failed: t`Não enviada`,
    refused: t`Não enviada`,
  }
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className="contents">
        <Ticks delivery={delivery} />
      </span>
      {words[delivery]}
    </span>
  )
}
