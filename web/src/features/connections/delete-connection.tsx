import { openTicketsOver, type ConnectionRow } from 'db/connections/queries.ts'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { discardWords } from '../../components/resource-list/discard-words.ts'
import { ConfirmIconButton } from '../../components/ui/confirm-icon-button.tsx'
import { toastDone, toastError } from '../../lib/app/toast.ts'
import { discardEntry, mutate, useOutbox, useQuery, type OutboxEntry } from '../../sync/client.ts'

interface DeleteConnectionProps {
  connection: ConnectionRow
  others: readonly ConnectionRow[]
}

/** Button that deletes a connection which the server has. */
export function DeleteConnection({ connection, others }: DeleteConnectionProps) {
  const { t } = useLingui()
  const { id, name } = connection
  const remove = async () => {
    try {
      await mutate('connection.delete', { id })
      toastDone(t`Conexão excluída com sucesso!`)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <ConfirmIconButton
      label={t`Excluir ${name}`}
      title={t`Excluir a conexão ${name}?`}
      description={<Consequences connection={connection} others={others} />}
      confirm={t`Excluir`}
      onConfirm={() => void remove()}
    />
  )
}

function Consequences({ connection: { id, isDefault }, others }: DeleteConnectionProps) {
  const { t } = useLingui()
  const open = useQuery(openTicketsOver({ connectionId: id })).rows[0]?.count ?? 0
  const closed = plural(open, {
    one: '# atendimento em andamento será encerrado.',
    other: '# atendimentos em andamento serão encerrados.',
  })
  const heir = isDefault && others.length > 0 ? t`A conexão mais antiga das outras passa a ser a padrão.` : null
  const parts = [
    t`O celular é desvinculado e o token deixa de funcionar. O histórico das conversas fica.`,
    open > 0 ? closed : null,
    heir,
  ]
  return <>{parts.filter(Boolean).join(' ')}</>
}

/** Button that discards a connection which the server refused to make. */
export function DiscardConnection({ connection: { name }, entry }: { connection: ConnectionRow; entry: OutboxEntry }) {
  const { t } = useLingui()
  const outbox = useOutbox()
  return (
    <ConfirmIconButton
      label={t`Descartar ${name}`}
      title={t`Descartar a conexão ${name}?`}
      description={discardWords(t`Ela ainda não existe no servidor.`, entry.id, outbox)}
      confirm={t`Descartar`}
      onConfirm={() => void discardEntry(entry.id).catch(toastError)}
    />
  )
}
