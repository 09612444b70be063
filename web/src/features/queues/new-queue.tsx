import { allQueues } from 'db/queues/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { newId } from 'db/kit/new-id.ts'
import { toastDone } from '../../lib/toast.ts'
import { callMutation } from '../../resource/call-mutation.ts'
import { useQuery } from '../../sync/client.ts'
import { QueueForm } from './queue-form.tsx'
import { newQueueInput } from './queue-fields.ts'

export function NewQueue({ onClosed }: { onClosed(): void }) {
  const { t } = useLingui()
  const { rows, ready } = useQuery(allQueues())
  if (!ready) return null
  return (
    <QueueForm
      title={t`Adicionar fila`}
      initial={newQueueInput(rows)}
      others={rows}
      onSave={async (values, files) => {
        await callMutation('queue.create', { id: newId(), ...values }, files)
        toastDone(t`Fila salva com sucesso!`)
      }}
      onClosed={onClosed}
    />
  )
}
