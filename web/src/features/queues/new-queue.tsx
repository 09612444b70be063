import { allQueues } from 'db/queues/queries.ts'
import { companySettings } from 'db/settings/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { newId } from 'db/kit/new-id.ts'
import { defaultSettings } from 'db/settings/table.ts'
import { toastDone } from '../../lib/app/toast.ts'
import { callMutation } from '../../resource/call-mutation.ts'
import { useQuery } from '../../sync/client.ts'
import { QueueForm } from './queue-form.tsx'
import { newQueue } from './queue-fields.ts'

export function NewQueue({ onClosed }: { onClosed(): void }) {
  const { t } = useLingui()
  const { rows, ready } = useQuery(allQueues())
  const setting = useQuery(companySettings())
  if (!ready || !setting.ready) return null
  const { scheduleType } = setting.rows[0] ?? defaultSettings
  return (
    <QueueForm
      title={t`Adicionar fila`}
      id={null}
      initial={newQueue(rows, scheduleType)}
      others={rows}
      onSave={async (values, files) => {
        await callMutation('queue.create', { id: newId(), ...values }, files)
        toastDone(t`Fila salva com sucesso!`)
      }}
      onClosed={onClosed}
    />
  )
}
