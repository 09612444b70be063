// A connection is deleted: what becomes of its conversations is asked, and which one is the default after it.
import { campaignsOver } from 'db/campaigns/queries.ts'
import { openTicketsOver, type ConnectionRow } from 'db/connections/queries.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { discardWords } from '../../components/resource-list/discard-words.ts'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmIconButton } from '../../components/ui/confirm-icon-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Select } from '../../components/ui/inputs/select.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { toastDone, toastError } from '../../lib/app/toast.ts'
import { discardEntry, mutate, useOutbox, useQuery, type OutboxEntry } from '../../sync/client.ts'
import { removalOf } from './removal.ts'

interface DeleteConnectionProps {
  connection: ConnectionRow
  others: readonly ConnectionRow[]
}

/** Button that deletes a connection which the server has. */
export function DeleteConnection(props: DeleteConnectionProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { name } = props.connection
  return (
    <>
      <IconButton variant="dangerQuiet" label={t`Excluir ${name}`} onClick={() => setOpen(true)}>
        <Trash2 />
      </IconButton>
      <Dialog open={open} onOpenChange={setOpen} title={t`Excluir a conexão ${name}?`}>
        <Form {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Form({ connection, others, onClose }: DeleteConnectionProps & { onClose(): void }) {
  const { t } = useLingui()
  const { id, isDefault } = connection
  const open = useQuery(openTicketsOver({ connectionId: id })).rows[0]?.count ?? 0
  const campaigns = useQuery(campaignsOver({ connectionId: id })).rows[0]?.count ?? 0
  const [fate, setFate] = useState<string | null>(null)
  const [heirId, setHeirId] = useState<string | null>(null)
  const removal = removalOf(connection, { open, fate, heirId })
  const submit = async () => {
    if (!removal) return
    onClose()
    try {
      await mutate('connection.delete', removal)
      toastDone(t`Conexão excluída com sucesso!`)
    } catch (error) {
      toastError(error)
    }
  }
  const isLast = isDefault && others.length === 0
  const choices = others.map((other) => ({ value: other.id, label: other.name }))
  const moves = others.map((other) => ({ value: other.id, label: t`Continuam por ${other.name}` }))
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        {isLast ? (
          <Notice tone="warning">
            <Trans>
              É a única conexão, e a empresa precisa de uma padrão. Adicione outra antes. Para trocar de número, use
              “Novo QR code”; para sair do celular, “Desconectar”.
            </Trans>
          </Notice>
        ) : (
          <p className="text-base text-muted">
            <Trans>O celular é desvinculado e o token deixa de funcionar. O histórico das conversas fica.</Trans>
          </p>
        )}
        {!isLast && open > 0 && (
          <Select
            label={plural(open, { one: '# atendimento em andamento', other: '# atendimentos em andamento' })}
            placeholder={t`Escolha o que acontece com eles`}
            value={fate}
            options={[...moves, { value: 'close', label: t`São encerrados` }]}
            help={
              fate === 'close'
                ? t`Para reabrir um deles, escolhe-se outra conexão.`
                : t`Quem já tem uma conversa aberta na outra conexão continua nela; a daqui é encerrada.`
            }
            onChange={setFate}
          />
        )}
        {!isLast && isDefault && (
          <Select
            label={t`Nova conexão padrão`}
            placeholder={t`Escolha a conexão`}
            value={removal?.defaultId ?? heirId}
            options={choices}
            help={t`Por ela saem as conversas novas quando ninguém escolhe outra.`}
            onChange={setHeirId}
          />
        )}
        {!isLast && campaigns > 0 && (
          <p className="text-sm text-muted">
            {plural(campaigns, {
              one: '# campanha para. Para continuar, escolha nela outra conexão.',
              other: '# campanhas param. Para continuar, escolha nelas outra conexão.',
            })}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Cancelar</Trans>
        </Button>
        <Button variant="danger" disabled={removal === null} onClick={() => void submit()}>
          <Trans>Excluir</Trans>
        </Button>
      </DialogFooter>
    </>
  )
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
