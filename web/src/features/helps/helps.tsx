import { helpById, helpCount, helpWindow, type HelpRow } from 'db/helps/queries.ts'
import { plural, t } from '@lingui/core/macro'
import { CircleHelp } from 'lucide-react'
import type { ListedRow, Resource } from '../../resource/resource.ts'
import { RowName } from '../../resource/row-parts.tsx'
import { HelpForm } from './help-form.tsx'

/** As the operator's super users keep them. */
export const helps: Resource<HelpRow> = {
  noun: 'help',
  path: '/helps/manage',
  icon: CircleHelp,
  notFound: 'ERR_NOT_FOUND',
  window: helpWindow,
  count: helpCount,
  one: helpById,
  blank: () => ({ title: '', description: '', video: '' }),
  nameOf: ({ title }) => title,
  words: () => ({
    title: t`Vídeos de ajuda`,
    purpose: t`O que todas as empresas encontram na página de ajuda.`,
    search: t`Buscar vídeos`,
    add: t`Adicionar vídeo`,
    edit: t`Editar vídeo`,
    count: (count) => plural(count, { one: '# vídeo', other: '# vídeos' }),
    empty: t`Nenhum vídeo ainda`,
    emptyHelp: t`Vídeos do YouTube que mostram como usar o sistema.`,
    example: t`Como transferir um atendimento, em dois minutos.`,
    saved: t`Operação realizada com sucesso!`,
    deleted: t`Operação realizada com sucesso!`,
    delete: (name) => t`Excluir o vídeo ${name}?`,
    discard: (name) => t`Descartar o vídeo ${name}?`,
    deleteMeans: t`Ele sai da página de ajuda de todas as empresas.`,
  }),
  columns: () => [
    { label: t`Título`, width: 'w-2/5', Cell: Title },
    { id: 'description', label: t`Descrição`, Cell: Description },
    { id: 'video', label: t`Código`, width: 'w-36', Cell: Video },
  ],
  Form: HelpForm,
  mayAdd: (actor) => actor.super,
  mayEdit: (_, actor) => actor.super,
  mayDelete: (_, actor) => actor.super,
}

interface CellProps {
  row: ListedRow<HelpRow>
}

function Title({ row }: CellProps) {
  return <RowName resource={helps} row={row} />
}

function Description({ row: { description } }: CellProps) {
  return <span className="line-clamp-2 break-words">{description}</span>
}

function Video({ row: { video } }: CellProps) {
  return <code className="text-xs">{video}</code>
}
