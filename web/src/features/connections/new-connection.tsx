import { allConnections } from 'db/connections/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { newId } from 'db/kit/new-id.ts'
import { toastSaved } from '../../resource/toast-saved.ts'
import { mutate, useQuery } from '../../sync/client.ts'
import { newConnection } from './connection-fields.ts'
import { ConnectionForm } from './connection-form.tsx'

export function NewConnection({ onClosed }: { onClosed(): void }) {
  const { t } = useLingui()
  const { rows, ready } = useQuery(allConnections())
  if (!ready) return null
  return (
    <ConnectionForm
      title={t`Adicionar conexão`}
      initial={newConnection(rows)}
      others={rows}
      onSave={async (output) => {
        await mutate('connection.create', { id: newId(), ...output })
        toastSaved(t`Conexão salva com sucesso!`)
      }}
      onClosed={onClosed}
    />
  )
}
