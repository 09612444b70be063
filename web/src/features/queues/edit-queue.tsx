// The form of one queue: of its row, or of the change of it that the server refused. A conflict is chosen about first.
import { useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import { changesBetween } from 'db/kit/merge-changes.ts'
import { useEffect, useState } from 'react'
import { Notice } from '../../components/ui/notice.tsx'
import { codeMessage } from '../../lib/error-message.ts'
import { toastDone, toastNotice } from '../../lib/toast.ts'
import { discardEntry, mutate, retryEntry, useOutbox, useQuery, useSyncStatus } from '../../sync/client.ts'
import { editedArgs, editTarget, type EditTarget } from './edit-target.ts'
import { allQueues, type QueueRow } from './queries.ts'
import { QueueForm } from './queue-form.tsx'
import { inputOf, type QueueOutput } from './queue-fields.ts'

interface EditQueueProps {
  id: string
  onClosed(): void
}

export function EditQueue({ id, onClosed }: EditQueueProps) {
  const { t } = useLingui()
  const { rows, ready } = useQuery(allQueues)
  const { phase } = useSyncStatus()
  const outbox = useOutbox()
  // As it was when the form opened: what changes beneath it is met when it is saved.
  const [target, setTarget] = useState<EditTarget>()
  const found = ready && !target ? editTarget(id, rows, outbox) : undefined
  if (found) setTarget(found)

  const absent = ready && !target && !found && (phase === 'live' || phase === 'reconnecting')
  useEffect(() => {
    if (!absent) return
    toastNotice(codeMessage('ERR_NO_QUEUE_FOUND'))
    onClosed()
  }, [absent, onClosed])

  if (!target) return null
  if (target.kind === 'conflict') return <Navigate to="/queues" search={{ resolve: target.entry.id }} replace />
  return (
    <QueueForm
      title={t`Editar fila`}
      initial={inputOf(target.kind === 'row' ? target.before : target.values)}
      others={rows.filter((row) => row.id !== id)}
      notice={target.kind === 'row' ? undefined : <Notice tone="danger">{reasonOf(target)}</Notice>}
      onSave={async (output) => {
        const saved = await save(target, output)
        if (saved) toastDone(t`Fila salva com sucesso!`)
      }}
      onClosed={onClosed}
    />
  )
}

type OpenTarget = Exclude<EditTarget, { kind: 'conflict' }>

/** Whether there was anything to save. */
async function save(target: OpenTarget, output: QueueOutput): Promise<boolean> {
  switch (target.kind) {
    case 'row':
      return saveRow(target.before, output)
    case 'refused-create':
      await retryEntry(target.entry.id, { id: target.values.id, ...output })
      return true
    case 'refused-edit': {
      const args = editedArgs(target.before, output)
      await (args ? retryEntry(target.entry.id, args) : discardEntry(target.entry.id))
      return args !== null
    }
  }
}

async function saveRow(before: QueueRow, output: QueueOutput): Promise<boolean> {
  const changes = changesBetween(before, output)
  if (Object.keys(changes).length === 0) return false
  await mutate('queue.update', { id: before.id, changes })
  return true
}

function reasonOf({ entry }: Exclude<OpenTarget, { kind: 'row' }>): string {
  return codeMessage(entry.code ?? 'ERR_INTERNAL', entry.details)
}
