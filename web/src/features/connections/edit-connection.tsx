// The form of one connection: of its row, or of the change of it that the server refused. A conflict is chosen about first.
import { allConnections } from 'db/connections/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import type { MutationArgs } from 'db/mutations.ts'
import { useCallback } from 'react'
import { saveTarget, valuesOf } from '../../components/resource-form/edit-target.ts'
import { useEditTarget } from '../../components/resource-form/use-edit-target.ts'
import { Notice } from '../../components/ui/notice.tsx'
import { codeMessage } from '../../lib/text/error-message.ts'
import { toastNotice } from '../../lib/app/toast.ts'
import { toastSaved } from '../../resource/toast-saved.ts'
import { discardEntry, mutate, retryEntry, useComplete, useOutbox, useQuery } from '../../sync/client.ts'
import { ConnectionForm } from './connection-form.tsx'
import { TokenSection } from './token-section.tsx'
import { rowOf } from './refused-connection.ts'

interface EditConnectionProps {
  id: string
  onClosed(): void
}

export function EditConnection({ id, onClosed }: EditConnectionProps) {
  const { t } = useLingui()
  const { rows, ready } = useQuery(allConnections())
  const complete = useComplete(allConnections())
  const outbox = useOutbox()
  const onAbsent = useCallback(() => {
    toastNotice(codeMessage('ERR_NO_WAPP_FOUND'))
    onClosed()
  }, [onClosed])
  const target = useEditTarget({ noun: 'connection', id, rows, outbox, rowOf, ready, complete, onAbsent })

  if (!target) return null
  if (target.kind === 'conflict') return <Navigate to="/connections" search={{ resolve: target.entry.id }} replace />
  const refusal = target.kind === 'row' ? undefined : target.entry
  const row = rows.find((each) => each.id === id)
  return (
    <ConnectionForm
      title={t`Editar conexão`}
      initial={valuesOf(target)}
      others={rows.filter((each) => each.id !== id)}
      notice={refusal && <Notice tone="danger">{codeMessage(refusal.code ?? 'ERR_INTERNAL', refusal.details)}</Notice>}
      onSave={async (output) => {
        const saved = await saveTarget(target, output, saving)
        if (saved) toastSaved(t`Conexão salva com sucesso!`)
      }}
      onClosed={onClosed}
    >
      {row && <TokenSection connection={row} />}
    </ConnectionForm>
  )
}

const saving = {
  update: (args: Record<string, unknown>) => mutate('connection.update', args as MutationArgs<'connection.update'>),
  retry: retryEntry,
  discard: discardEntry,
}
