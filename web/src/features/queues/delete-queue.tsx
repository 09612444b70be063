import type { QueueRow } from 'db/queues/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { discardWords } from '../../components/resource-list/discard-words.ts'
import { ConfirmIconButton } from '../../components/ui/confirm-icon-button.tsx'
import { toastDone, toastError } from '../../lib/app/toast.ts'
import { discardEntry, mutate, useOutbox, type OutboxEntry } from '../../sync/client.ts'

/** Button that deletes a queue which the server has. */
export function DeleteQueue({ queue: { id, name } }: { queue: QueueRow }) {
  const { t } = useLingui()
  const remove = async () => {
    try {
      await mutate('queue.delete', { id })
      toastDone(t`Fila excluída com sucesso!`)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <ConfirmIconButton
      label={t`Excluir ${name}`}
      title={t`Excluir a fila ${name}?`}
      description={t`Os atendimentos dela ficam sem fila, à vista dos administradores, até alguém transferi-los.`}
      confirm={t`Excluir`}
      onConfirm={() => void remove()}
    />
  )
}

/** Button that discards a queue which the server refused to make. */
export function DiscardQueue({ queue: { name }, entry }: { queue: QueueRow; entry: OutboxEntry }) {
  const { t } = useLingui()
  const outbox = useOutbox()
  return (
    <ConfirmIconButton
      label={t`Descartar ${name}`}
      title={t`Descartar a fila ${name}?`}
      description={discardWords(t`Ela ainda não existe no servidor.`, entry.id, outbox)}
      confirm={t`Descartar`}
      onConfirm={() => void discardEntry(entry.id).catch(toastError)}
    />
  )
}
