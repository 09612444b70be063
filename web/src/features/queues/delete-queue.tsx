import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { toastDone, toastError } from '../../lib/toast.ts'
import { discardEntry, mutate, useOutbox, type OutboxEntry } from '../../sync/client.ts'
import type { QueueRow } from './queries.ts'

/** Of a queue on the server. */
export function DeleteQueue({ queue: { id, name } }: { queue: QueueRow }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    try {
      await mutate('queue.delete', { id })
      toastDone(t`Fila excluída com sucesso!`)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <>
      <IconButton variant="dangerQuiet" label={t`Excluir ${name}`} onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Excluir a fila ${name}?`}
        description={t`Os atendimentos dela ficam sem fila, à vista dos administradores, até alguém transferi-los.`}
        confirm={t`Excluir`}
        onConfirm={() => void remove()}
      />
    </>
  )
}

/** Of a queue that the server refused to make. */
export function DiscardQueue({ queue: { name }, entry }: { queue: QueueRow; entry: OutboxEntry }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const dependents = useOutbox().filter(({ heldBy }) => heldBy === entry.id).length
  const others = plural(dependents, {
    one: '# ação espera por esta e será tentada sem ela.',
    other: '# ações esperam por esta e serão tentadas sem ela.',
  })
  return (
    <>
      <IconButton variant="dangerQuiet" label={t`Descartar ${name}`} onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Descartar a fila ${name}?`}
        description={[t`Ela ainda não existe no servidor.`, dependents > 0 && others].filter(Boolean).join(' ')}
        confirm={t`Descartar`}
        onConfirm={() => void discardEntry(entry.id).catch(toastError)}
      />
    </>
  )
}
