import { plural, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { campaignById, campaignCount, campaignWindow } from 'db/campaigns/queries.ts'
import { confirmationFields, editable, isDeletable, messageFields } from 'db/campaigns/rules.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { Megaphone } from 'lucide-react'
import { Badge } from '../../components/ui/badge.tsx'
import { Progress as Bar } from '../../components/ui/progress.tsx'
import { noFile } from '../../desk/files/stored-file.ts'
import { formatDateTime } from '../../lib/text/date-time.ts'
import type { ListedRow, Resource } from '../../resource/resource.ts'
import { RowName } from '../../resource/row-parts.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { dateOf, type CampaignRow } from './campaign-row.ts'
import { statusLooks, statusWords, stopWords, waitWords } from './words.ts'

const blankTexts = Object.fromEntries([...messageFields, ...confirmationFields].map((field) => [field, ''])) as Record<
  (typeof messageFields)[number] | (typeof confirmationFields)[number],
  string
>

const unstarted = {
  status: 'INATIVA',
  startedAt: null,
  completedAt: null,
  stopReason: null,
  waitsFor: null,
  peopleCount: 0,
  validCount: 0,
  deliveredCount: 0,
  connectionName: null,
  connectionStatus: null,
  connectionReason: null,
  listName: null,
  tagName: null,
} as const

export const campaigns: Resource<CampaignRow> = {
  noun: 'campaign',
  path: '/campaigns',
  icon: Megaphone,
  notFound: 'ERR_NOT_FOUND',
  window: campaignWindow,
  count: campaignCount,
  one: campaignById,
  blank: () => ({
    ...unstarted,
    ...blankTexts,
    ...noFile,
    name: '',
    connectionId: null,
    contactListId: null,
    tagId: null,
    fileListId: null,
    scheduledAt: null,
    confirmation: false,
    updatedAt: new Date(),
  }),
  nameOf: ({ name }) => name,
  words: () => ({
    title: t`Campanhas`,
    purpose: t`Uma mensagem para muitas pessoas, no ritmo que o seu número aguenta.`,
    search: t`Buscar campanhas`,
    add: t`Adicionar campanha`,
    edit: t`Editar campanha`,
    count: (count) => plural(count, { one: '# campanha', other: '# campanhas' }),
    empty: t`Nenhuma campanha ainda`,
    emptyHelp: t`Escreva até cinco versões da mensagem, escolha uma lista ou etiqueta e veja antes de iniciar o que cada pessoa vai receber.`,
    example: t`Olá, ${'{nome}'}! Sábado tem pão de queijo em dobro. Responda sair para não receber mais.`,
    saved: t`Campanha salva com sucesso!`,
    deleted: t`Campanha excluída com sucesso!`,
    delete: (name) => t`Excluir a campanha ${name}?`,
    discard: (name) => t`Descartar a campanha ${name}?`,
    deleteMeans: t`O relatório some com ela. O que já foi enviado fica nas conversas.`,
  }),
  mayAdd: (actor) => hasPermission(actor, 'campaigns-page:edit'),
  mayEdit: (_, actor) => hasPermission(actor, 'campaigns-page:edit'),
  mayDelete: ({ status }, actor) => isDeletable(status) && hasPermission(actor, 'campaigns-page:edit'),
  isReadOnly: ({ status, scheduledAt }) =>
    editable({ status, scheduledAt: dateOf(scheduledAt) }, new Date()) === 'nothing',
  columns: () => [
    { label: t`Nome`, width: 'w-1/4', Cell: Name },
    { id: 'status', label: t`Status`, Cell: Status },
    { id: 'audience', label: t`Para quem`, Cell: Audience },
    { id: 'progress', label: t`Entregues`, width: 'w-32', Cell: Progress },
    { id: 'scheduledAt', label: t`Agendada para`, width: 'w-36', Cell: ScheduledAt },
  ],
  Form: CampaignForm,
  manyActions: true,
}

interface CellProps {
  row: ListedRow<CampaignRow>
}

function Name({ row }: CellProps) {
  return <RowName resource={campaigns} row={row} />
}

function Status({ row: { status, waitsFor, stopReason, connectionStatus } }: CellProps) {
  useLingui()
  const isRunning = status === 'EM_ANDAMENTO'
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge shape="label" variant={statusLooks[status]} className="-my-0.5">
        {statusWords(status)}
      </Badge>
      {isRunning && waitsFor !== null && <span className="text-xs">{waitWords(waitsFor)}</span>}
      {isRunning && waitsFor === null && connectionStatus !== 'CONNECTED' && (
        <span className="text-xs">
          <Trans>A conexão está fora do ar: continua quando ela voltar.</Trans>
        </span>
      )}
      {status === 'CANCELADA' && stopReason !== null && <span className="text-xs">{stopWords(stopReason)}</span>}
    </span>
  )
}

function Audience({ row: { listName, tagName, connectionId, connectionName } }: CellProps) {
  useLingui()
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">{listName ?? tagName ?? '—'}</span>
      {connectionId !== null && (
        <span className="truncate text-xs">{connectionName ?? <Trans>conexão excluída</Trans>}</span>
      )}
    </span>
  )
}

function Progress({ row: { status, validCount, deliveredCount } }: CellProps) {
  if (status === 'INATIVA' || status === 'PROGRAMADA') return '—'
  const [delivered, valid] = [deliveredCount.toLocaleString(), validCount.toLocaleString()]
  return (
    <span className="flex flex-col gap-1">
      <Bar value={deliveredCount} max={validCount} className="max-w-24" />
      <span className="text-xs tabular">
        <Trans>
          {delivered} de {valid}
        </Trans>
      </span>
    </span>
  )
}

function ScheduledAt({ row: { scheduledAt } }: CellProps) {
  const at = dateOf(scheduledAt)
  return at ? <span className="tabular">{formatDateTime(at)}</span> : '—'
}
