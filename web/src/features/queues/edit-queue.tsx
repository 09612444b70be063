// The form of one queue: of its row, or of the change of it that the server refused. A conflict is chosen about first.
import { allQueues } from 'db/queues/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { useCallback } from 'react'
import { valuesOf } from '../../components/resource-form/edit-target.ts'
import { useEditTarget } from '../../components/resource-form/use-edit-target.ts'
import { Notice } from '../../components/ui/notice.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { codeMessage } from '../../lib/text/error-message.ts'
import { toastNotice } from '../../lib/app/toast.ts'
import { toastSaved } from '../../resource/toast-saved.ts'
import { saveRow } from '../../resource/save-row.ts'
import { useComplete, useOutbox, useQuery } from '../../sync/client.ts'
import { QueueForm } from './queue-form.tsx'
import { rowOf } from './refused-queue.ts'
import { ViewQueue } from './view-queue.tsx'

interface EditQueueProps {
  id: string
  onClosed(): void
}

/** Who may not change it reads it. */
export function EditQueue({ id, onClosed }: EditQueueProps) {
  const { t } = useLingui()
  const mayEdit = hasPermission(useActor(), 'queues-page:edit')
  const { rows, ready } = useQuery(allQueues())
  const complete = useComplete(allQueues())
  const outbox = useOutbox()
  const onAbsent = useCallback(() => {
    toastNotice(codeMessage('ERR_NO_QUEUE_FOUND'))
    onClosed()
  }, [onClosed])
  const target = useEditTarget({ noun: 'queue', id, rows, outbox, rowOf, ready, complete, onAbsent })

  if (!target) return null
  if (target.kind === 'conflict') return <Navigate to="/queues" search={{ resolve: target.entry.id }} replace />
  if (!mayEdit) return <ViewQueue queue={{ ...valuesOf(target), id }} onClosed={onClosed} />
  const refusal = target.kind === 'row' ? undefined : target.entry
  return (
    <QueueForm
      title={t`Editar fila`}
      id={id}
      initial={valuesOf(target)}
      others={rows.filter((row) => row.id !== id)}
      notice={refusal && <Notice tone="danger">{codeMessage(refusal.code ?? 'ERR_INTERNAL', refusal.details)}</Notice>}
      onSave={async (values, files) => {
        if (await saveRow('queue', target, values, files)) toastSaved(t`Fila salva com sucesso!`)
      }}
      onClosed={onClosed}
    />
  )
}
