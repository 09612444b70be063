import { tagById, tagCount, tagWindow, type TagRow } from 'db/tags/queries.ts'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { presetColors } from 'db/kit/preset-colors.ts'
import { Tag } from 'lucide-react'
import { useActor } from '../../lib/app/actor-context.tsx'
import { QueueMark } from '../../components/queue-mark.tsx'
import type { ListedRow, Resource } from '../../resource/resource.ts'
import { RowName } from '../../resource/row-parts.tsx'
import { TagForm } from './tag-form.tsx'

export const tags: Resource<TagRow> = {
  noun: 'tag',
  path: '/tags',
  icon: Tag,
  notFound: 'ERR_NO_TAG_FOUND',
  window: tagWindow,
  count: tagCount,
  one: tagById,
  blank: () => ({ name: '', color: presetColors[0], kanban: false, ticketsCount: 0 }),
  nameOf: ({ name }) => name,
  words: () => ({
    title: t`Etiquetas`,
    purpose: t`Marcas que você põe nos atendimentos para achá-los e organizá-los.`,
    search: t`Buscar etiquetas`,
    add: t`Adicionar etiqueta`,
    edit: t`Editar etiqueta`,
    count: (count) => plural(count, { one: '# etiqueta', other: '# etiquetas' }),
    empty: t`Nenhuma etiqueta ainda`,
    emptyHelp: t`Com etiquetas como Urgente ou Orçamento, qualquer um vê de longe do que se trata cada atendimento.`,
    example: t`Orçamento: quem espera um preço. Urgente: quem não pode esperar.`,
    saved: t`Etiqueta salva com sucesso!`,
    deleted: t`Etiqueta excluída com sucesso!`,
    delete: (name) => t`Excluir a etiqueta ${name}?`,
    discard: (name) => t`Descartar a etiqueta ${name}?`,
    deleteMeans: t`Ela sai de todos os atendimentos que a têm.`,
  }),
  columns: () => [
    { label: t`Nome`, width: 'w-1/2', Cell: Name },
    { id: 'kanban', label: t`Kanban`, Cell: Kanban },
    { id: 'tickets', label: t`Atendimentos`, Cell: Tickets },
  ],
  Form: TagForm,
  mayDelete: ({ kanban }, actor) => !kanban || hasPermission(actor, 'tags-page:kanban'),
}

interface CellProps {
  row: ListedRow<TagRow>
}

function Name({ row }: CellProps) {
  return <RowName resource={tags} row={row} mark={<QueueMark color={row.color} />} />
}

function Kanban({ row: { kanban } }: CellProps) {
  return kanban ? <Trans>Coluna do quadro</Trans> : <Trans>Não</Trans>
}

function Tickets({ row: { ticketsCount } }: CellProps) {
  const ofAll = hasPermission(useActor(), 'tags-page:countAll')
  if (ofAll) return <span className="tabular">{ticketsCount}</span>
  return (
    <span className="tabular">
      <Trans>{ticketsCount} nas suas filas</Trans>
    </span>
  )
}
