// Integrations of the company: whose bot or automation answers customers in people's stead.
import { integrationDefaults } from 'db/integrations/mutations.ts'
import { integrationById, integrationCount, integrationWindow, type IntegrationRow } from 'db/integrations/queries.ts'
import { plural, t } from '@lingui/core/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { Workflow } from 'lucide-react'
import type { ListedRow, Resource } from '../../resource/resource.ts'
import { RowName } from '../../resource/row-parts.tsx'
import { IntegrationForm } from './integration-form.tsx'
import { typeIcons, typeNames } from './type-words.tsx'

export const integrations: Resource<IntegrationRow> = {
  noun: 'queueIntegration',
  path: '/queue-integration',
  icon: Workflow,
  notFound: 'ERR_NOT_FOUND',
  window: integrationWindow,
  count: integrationCount,
  one: integrationById,
  blank: () => ({ ...integrationDefaults, type: 'typebot', name: '', secretHint: null }),
  nameOf: ({ name }) => name,
  words: () => ({
    title: t`Integrações`,
    purpose: t`Um chatbot ou uma automação de fora conversa com quem escreve, até chamar uma pessoa.`,
    search: t`Buscar integrações`,
    add: t`Adicionar integração`,
    edit: t`Editar integração`,
    count: (count) => plural(count, { one: '# integração', other: '# integrações' }),
    empty: t`Nenhuma integração ainda`,
    emptyHelp: t`Ligue um Typebot, um agente do Dialogflow ou um fluxo do n8n e escolha-o numa conexão ou numa fila.`,
    example: t`Typebot “Pedidos”: pergunta sabor e endereço, e passa a conversa para a fila Vendas.`,
    saved: t`Integração salva com sucesso!`,
    deleted: t`Integração excluída com sucesso!`,
    delete: (name) => t`Excluir a integração ${name}?`,
    discard: (name) => t`Descartar a integração ${name}?`,
    deleteMeans: t`Conexões e filas que a usam ficam sem ela; as conversas que ela tem passam para as pessoas. As chaves são apagadas.`,
  }),
  mayAdd: (actor) => hasPermission(actor, 'integrations-page:edit'),
  mayEdit: (_, actor) => hasPermission(actor, 'integrations-page:edit'),
  mayDelete: (_, actor) => hasPermission(actor, 'integrations-page:edit'),
  columns: () => [
    { label: t`Nome`, width: 'w-1/2', Cell: Name },
    { id: 'type', label: t`Tipo`, Cell: Type },
  ],
  Form: IntegrationForm,
}

interface CellProps {
  row: ListedRow<IntegrationRow>
}

function Name({ row }: CellProps) {
  return <RowName resource={integrations} row={row} />
}

function Type({ row: { type } }: CellProps) {
  const Icon = typeIcons[type]
  return (
    <span className="flex items-center gap-2">
      <Icon aria-hidden className="size-4 text-muted" />
      {typeNames[type]}
    </span>
  )
}
