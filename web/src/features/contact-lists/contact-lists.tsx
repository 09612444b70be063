import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { contactListById, contactListCount, contactListWindow, type ContactListRow } from 'db/contact-lists/queries.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { BookUser } from 'lucide-react'
import type { ListedRow, Resource } from '../../resource/resource.ts'
import { RowName } from '../../resource/row-parts.tsx'
import { CheckProgress } from './check-progress.tsx'
import { DeleteList } from './delete-list.tsx'
import { ContactListForm } from './contact-list-form.tsx'

export const contactLists: Resource<ContactListRow> = {
  noun: 'contactList',
  path: '/contact-lists',
  icon: BookUser,
  notFound: 'ERR_NOT_FOUND',
  window: contactListWindow,
  count: contactListCount,
  one: contactListById,
  blank: () => ({ name: '', contactsCount: 0, validCount: 0, invalidCount: 0 }),
  nameOf: ({ name }) => name,
  words: () => ({
    title: t`Listas de contatos`,
    purpose: t`Para quem vão as campanhas: pessoas reunidas à mão ou por planilha.`,
    search: t`Buscar listas de contatos`,
    add: t`Adicionar lista`,
    edit: t`Editar lista de contatos`,
    count: (count) => plural(count, { one: '# lista', other: '# listas' }),
    empty: t`Nenhuma lista de contatos ainda`,
    emptyHelp: t`Crie uma lista e traga as pessoas de uma planilha. Cada número é verificado no WhatsApp antes de qualquer campanha.`,
    example: t`Clientes do bairro: 120 pessoas, de uma planilha com nome e número.`,
    saved: t`Lista de contatos salva com sucesso!`,
    deleted: t`Lista de contatos excluída com sucesso!`,
    delete: (name) => t`Excluir a lista ${name}?`,
    discard: (name) => t`Descartar a lista ${name}?`,
    deleteMeans: t`As pessoas dela saem junto. O que já foi enviado fica.`,
  }),
  mayAdd: (actor) => hasPermission(actor, 'campaigns-page:edit'),
  mayEdit: (_, actor) => hasPermission(actor, 'campaigns-page:edit'),
  mayDelete: (_, actor) => hasPermission(actor, 'campaigns-page:edit'),
  columns: () => [
    { label: t`Nome`, width: 'w-2/5', Cell: Name },
    { id: 'contacts', label: t`Contatos`, Cell: Contacts },
    { id: 'checked', label: t`No WhatsApp`, Cell: CheckProgress },
  ],
  Form: ContactListForm,
  DeleteMeans: DeleteList,
}

interface CellProps {
  row: ListedRow<ContactListRow>
}

function Name({ row }: CellProps) {
  return <RowName resource={contactLists} row={row} />
}

function Contacts({ row: { contactsCount } }: CellProps) {
  if (contactsCount === 0) return <Trans>Nenhum</Trans>
  return <span className="tabular">{contactsCount.toLocaleString()}</span>
}
