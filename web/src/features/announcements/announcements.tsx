import {
  announcementById,
  announcementCount,
  announcementWindow,
  type AnnouncementRow,
} from 'db/announcements/queries.ts'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Newspaper } from 'lucide-react'
import { Badge } from '../../components/ui/badge.tsx'
import { noFile } from '../../desk/files/stored-file.ts'
import type { ListedRow, Resource } from '../../resource/resource.ts'
import { RowName } from '../../resource/row-parts.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { PriorityBadge } from './priority.tsx'

/** As the operator's super users keep them. */
export const announcements: Resource<AnnouncementRow> = {
  noun: 'announcement',
  path: '/announcements',
  icon: Newspaper,
  notFound: 'ERR_NOT_FOUND',
  window: announcementWindow,
  count: announcementCount,
  one: announcementById,
  blank: () => ({ title: '', text: '', priority: 3, status: true, publishedAt: null, ...noFile }),
  nameOf: ({ title }) => title,
  words: () => ({
    title: t`Informativos`,
    purpose: t`O que todas as empresas leem no alto da tela.`,
    search: t`Buscar informativos`,
    add: t`Adicionar informativo`,
    edit: t`Editar informativo`,
    count: (count) => plural(count, { one: '# informativo', other: '# informativos' }),
    empty: t`Nenhum informativo ainda`,
    emptyHelp: t`Novidades, manutenções e avisos para quem usa o sistema, em todas as empresas.`,
    example: t`Manutenção no domingo, das 2h às 3h: o sistema fica fora do ar.`,
    saved: t`Informativo salvo com sucesso!`,
    deleted: t`Informativo excluído com sucesso!`,
    delete: (name) => t`Excluir o informativo ${name}?`,
    discard: (name) => t`Descartar o informativo ${name}?`,
    deleteMeans: t`Ele some na hora para todas as empresas.`,
  }),
  columns: () => [
    { label: t`Título`, width: 'w-2/5', Cell: Title },
    { id: 'priority', label: t`Prioridade`, width: 'w-32', Cell: Priority },
    { id: 'mediaName', label: t`Imagem`, Cell: Picture },
    { id: 'status', label: t`Situação`, width: 'w-32', Cell: Status },
  ],
  Form: AnnouncementForm,
  mayAdd: (actor) => actor.super,
  mayEdit: (_, actor) => actor.super,
  mayDelete: (_, actor) => actor.super,
}

interface CellProps {
  row: ListedRow<AnnouncementRow>
}

function Title({ row }: CellProps) {
  return <RowName resource={announcements} row={row} />
}

function Priority({ row: { priority } }: CellProps) {
  return <PriorityBadge priority={priority} />
}

function Picture({ row: { mediaName } }: CellProps) {
  return <span className="truncate">{mediaName ?? '–'}</span>
}

function Status({ row: { status } }: CellProps) {
  return (
    <Badge variant={status ? 'good' : 'neutral'} shape="label">
      {status ? <Trans>Ativo</Trans> : <Trans>Inativo</Trans>}
    </Badge>
  )
}
