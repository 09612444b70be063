import { allQueues } from 'db/queues/queries.ts'
import { companySettings } from 'db/settings/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { newId } from 'db/kit/new-id.ts'
import { defaultSettings } from 'db/settings/table.ts'
import { toastSaved } from '../../resource/toast-saved.ts'
import { useState } from 'react'
import { callMutation } from '../../resource/call-mutation.ts'
import { useQuery } from '../../sync/client.ts'
import { NextSteps } from './next-steps.tsx'
import { QueueForm } from './queue-form.tsx'
import { newQueue } from './queue-fields.ts'

export function NewQueue({ onClosed }: { onClosed(): void }) {
  const { t } = useLingui()
  const { rows, ready } = useQuery(allQueues())
  const setting = useQuery(companySettings())
  const [made, setMade] = useState<{ id: string; name: string } | null>(null)
  const [left, setLeft] = useState(false)
  if (made && left) return <NextSteps queue={made} onClosed={onClosed} />
  if (!ready || !setting.ready) return null
  const { scheduleType } = setting.rows[0] ?? defaultSettings
  return (
    <QueueForm
      title={t`Adicionar fila`}
      id={null}
      initial={newQueue(rows, scheduleType)}
      others={rows}
      onSave={async (values, files) => {
        const id = newId()
        await callMutation('queue.create', { id, ...values }, files)
        setMade({ id, name: values.name })
        toastSaved(t`Fila salva com sucesso!`)
      }}
      onClosed={() => (made ? setLeft(true) : onClosed())}
    />
  )
}
