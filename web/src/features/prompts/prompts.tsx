// Prompts of the company: how a language model answers customers in people's stead.
import { promptDefaults } from 'db/prompts/mutations.ts'
import { promptById, promptCount, promptWindow, type PromptRow } from 'db/prompts/queries.ts'
import { queueChoices } from 'db/queues/queries.ts'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { Bot } from 'lucide-react'
import { QueueMark } from '../../components/queue-mark.tsx'
import type { ListedRow, Resource } from '../../resource/resource.ts'
import { RowName } from '../../resource/row-parts.tsx'
import { useQuery } from '../../sync/client.ts'
import { PromptForm } from './prompt-form.tsx'

export const promptsResource: Resource<PromptRow> = {
  noun: 'prompt',
  path: '/prompts',
  icon: Bot,
  notFound: 'ERR_NOT_FOUND',
  window: promptWindow,
  count: promptCount,
  one: promptById,
  blank: () => ({ ...promptDefaults, name: '', prompt: '', queueId: null, apiKeyHint: null, voiceKeyHint: null }),
  nameOf: ({ name }) => name,
  words: () => ({
    title: t`Prompts`,
    purpose: t`Uma inteligência artificial conversa com quem escreve, até chamar uma pessoa.`,
    search: t`Buscar prompts`,
    add: t`Adicionar prompt`,
    edit: t`Editar prompt`,
    count: (count) => plural(count, { one: '# prompt', other: '# prompts' }),
    empty: t`Nenhum prompt ainda`,
    emptyHelp: t`Crie um, experimente-o e escolha-o numa conexão ou numa fila: ele passa a responder por ela.`,
    example: t`Você atende a Padaria Aurora. Responda curto, só sobre pedidos, preços e horários.`,
    saved: t`Prompt salvo com sucesso!`,
    deleted: t`Prompt excluído com sucesso!`,
    delete: (name) => t`Excluir o prompt ${name}?`,
    discard: (name) => t`Descartar o prompt ${name}?`,
    deleteMeans: t`Conexões e filas que o usam ficam sem ele; as conversas que ele tem passam para as pessoas. As chaves são apagadas.`,
  }),
  mayAdd: (actor) => hasPermission(actor, 'prompts-page:edit'),
  mayEdit: (_, actor) => hasPermission(actor, 'prompts-page:edit'),
  mayDelete: (_, actor) => hasPermission(actor, 'prompts-page:edit'),
  columns: () => [
    { label: t`Nome`, width: 'w-2/5', Cell: Name },
    { id: 'queue', label: t`Setor`, Cell: Queue },
    { id: 'maxTokens', label: t`Máximo de tokens`, Cell: MaxTokens },
    { id: 'key', label: t`Chave`, Cell: Key },
  ],
  Form: PromptForm,
}

interface CellProps {
  row: ListedRow<PromptRow>
}

function Name({ row }: CellProps) {
  return <RowName resource={promptsResource} row={row} />
}

function Queue({ row: { queueId } }: CellProps) {
  const queue = useQuery(queueChoices()).rows.find(({ id }) => id === queueId)
  if (!queue) return <Trans>Nenhum</Trans>
  return (
    <span className="flex min-w-0 items-center gap-2">
      <QueueMark color={queue.color} />
      <span className="truncate">{queue.name}</span>
    </span>
  )
}

function MaxTokens({ row: { maxTokens } }: CellProps) {
  return <span className="tabular">{maxTokens}</span>
}

function Key({ row: { apiKeyHint } }: CellProps) {
  if (apiKeyHint === null) return <Trans>Sem chave</Trans>
  return <span className="tabular">…{apiKeyHint}</span>
}
