import { fileListById, fileListCount, fileListWindow, type FileListRow } from 'db/file-lists/queries.ts'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { Paperclip } from 'lucide-react'
import type { ListedRow, Resource } from '../../resource/resource.ts'
import { RowName } from '../../resource/row-parts.tsx'
import { FileListForm } from './file-list-form.tsx'

export const fileLists: Resource<FileListRow> = {
  noun: 'fileList',
  path: '/files',
  icon: Paperclip,
  notFound: 'ERR_NOT_FOUND',
  window: fileListWindow,
  count: fileListCount,
  one: fileListById,
  blank: () => ({ name: '', message: '', options: [] }),
  nameOf: ({ name }) => name,
  words: () => ({
    title: t`Lista de arquivos`,
    purpose: t`Arquivos prontos para enviar, reunidos por assunto, com a mensagem que vai junto.`,
    search: t`Buscar listas de arquivos`,
    add: t`Adicionar lista`,
    edit: t`Editar lista de arquivos`,
    count: (count) => plural(count, { one: '# lista', other: '# listas' }),
    empty: t`Nenhuma lista de arquivos ainda`,
    emptyHelp: t`Reúna catálogos, tabelas ou contratos numa lista para campanhas e filas enviarem.`,
    example: t`Preços de novembro: tabela.pdf e catálogo.pdf.`,
    saved: t`Lista de arquivos salva com sucesso!`,
    deleted: t`Lista de arquivos excluída com sucesso!`,
    delete: (name) => t`Excluir a lista ${name}?`,
    discard: (name) => t`Descartar a lista ${name}?`,
    deleteMeans: t`As opções e os arquivos dela também saem. O que já foi enviado fica.`,
  }),
  mayAdd: (actor) => hasPermission(actor, 'files-page:edit'),
  mayEdit: (_, actor) => hasPermission(actor, 'files-page:edit'),
  mayDelete: (_, actor) => hasPermission(actor, 'files-page:edit'),
  columns: () => [
    { label: t`Nome`, width: 'w-1/2', Cell: Name },
    { id: 'options', label: t`Opções`, Cell: Options },
  ],
  Form: FileListForm,
}

interface CellProps {
  row: ListedRow<FileListRow>
}

function Name({ row }: CellProps) {
  return <RowName resource={fileLists} row={row} />
}

function Options({ row: { options } }: CellProps) {
  if (options.length === 0) return <Trans>Sem opções</Trans>
  return <span className="line-clamp-2 break-words">{options.map(({ name }) => name).join(', ')}</span>
}
