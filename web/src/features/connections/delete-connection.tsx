import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { toastDone, toastError } from '../../lib/toast.ts'
import { discardEntry, mutate, useOutbox, useQuery, type OutboxEntry } from '../../sync/client.ts'
import { openTickets, type ConnectionRow } from './queries.ts'

interface DeleteConnectionProps {
  connection: ConnectionRow
  others: readonly ConnectionRow[]
}

/** Of a connection on the server. */
export function DeleteConnection({ connection, others }: DeleteConnectionProps) {
  const { t } = useLingui()
  const { id, name } = connection
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    try {
      await mutate('connection.delete', { id })
      toastDone(t`Conexão excluída com sucesso!`)
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
        title={t`Excluir a conexão ${name}?`}
        description={asking && <Consequences connection={connection} others={others} />}
        confirm={t`Excluir`}
        onConfirm={() => void remove()}
      />
    </>
  )
}

function Consequences({ connection: { id, isDefault }, others }: DeleteConnectionProps) {
  const { t } = useLingui()
  const open = useQuery(openTickets(id)).rows[0]?.count ?? 0
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

/** Of a connection that the server refused to make. */
export function DiscardConnection({ connection: { name }, entry }: { connection: ConnectionRow; entry: OutboxEntry }) {
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
        title={t`Descartar a conexão ${name}?`}
        description={[t`Ela ainda não existe no servidor.`, dependents > 0 && others].filter(Boolean).join(' ')}
        confirm={t`Descartar`}
        onConfirm={() => void discardEntry(entry.id).catch(toastError)}
      />
    </>
  )
}
