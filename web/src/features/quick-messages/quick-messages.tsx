import {
  quickMessageById,
  quickMessageCount,
  quickMessageWindow,
  type QuickMessageRow,
} from 'db/quick-messages/queries.ts'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { UserActor } from 'db/kit/actor.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { Paperclip, Zap } from 'lucide-react'
import { Badge } from '../../components/ui/badge.tsx'
import { noFile } from '../../desk/files/stored-file.ts'
import type { ListedRow, Resource } from '../../resource/resource.ts'
import { RowName } from '../../resource/row-parts.tsx'
import { QuickMessageForm } from './quick-message-form.tsx'

export const quickMessages: Resource<QuickMessageRow> = {
  noun: 'quickMessage',
  path: '/quick-messages',
  icon: Zap,
  notFound: 'ERR_NOT_FOUND',
  window: quickMessageWindow,
  count: quickMessageCount,
  one: quickMessageById,
  blank: () => ({ shortcode: '', message: '', geral: false, userId: null, ...noFile }),
  nameOf: ({ shortcode }) => shortcode,
  words: () => ({
    title: t`Mensagens rápidas`,
    purpose: t`Textos prontos, a um atalho de distância enquanto você atende.`,
    search: t`Buscar mensagens rápidas`,
    add: t`Adicionar mensagem rápida`,
    edit: t`Editar mensagem rápida`,
    count: (count) => plural(count, { one: '# mensagem rápida', other: '# mensagens rápidas' }),
    empty: t`Nenhuma mensagem rápida ainda`,
    emptyHelp: t`Guarde aqui o que você escreve todo dia, como endereço ou formas de pagamento, e use com / no atendimento.`,
    example: t`/pix → Nossa chave Pix é o CNPJ da padaria. Avise quando pagar!`,
    saved: t`Mensagem rápida salva com sucesso!`,
    deleted: t`Mensagem rápida excluída com sucesso!`,
    delete: (name) => t`Excluir a mensagem rápida ${name}?`,
    discard: (name) => t`Descartar a mensagem rápida ${name}?`,
    deleteMeans: t`Ela deixa de estar à mão nos atendimentos. O que já foi enviado fica.`,
  }),
  columns: () => [
    { label: t`Atalho`, width: 'w-1/4', Cell: Shortcode },
    { id: 'message', label: t`Mensagem`, Cell: Message },
    { id: 'file', label: t`Anexo`, width: 'w-1/4', Cell: File },
  ],
  Form: QuickMessageForm,
  mayEdit: mayChange,
  mayDelete: mayChange,
}

/** What is for everybody is changed by its author, by supervisors and by admins. One without an author is being made here. */
function mayChange({ userId }: QuickMessageRow, actor: UserActor): boolean {
  return userId === null || userId === actor.userId || hasPermission(actor, 'quick-messages:editAll')
}

interface CellProps {
  row: ListedRow<QuickMessageRow>
}

function Shortcode({ row }: CellProps) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <RowName resource={quickMessages} row={row} />
      {row.geral && (
        <Badge shape="label">
          <Trans>Geral</Trans>
        </Badge>
      )}
    </span>
  )
}

function Message({ row: { message } }: CellProps) {
  return <span className="line-clamp-2 break-words">{message}</span>
}

function File({ row: { mediaHash, mediaName } }: CellProps) {
  if (mediaHash === null) return <Trans>Sem anexo</Trans>
  return (
    <span className="flex items-center gap-1.5">
      <Paperclip aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{mediaName}</span>
    </span>
  )
}
