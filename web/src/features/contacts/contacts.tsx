import { contactById, contactCount, contactWindow, type ContactRow } from 'db/contacts/queries.ts'
import { plural, t } from '@lingui/core/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { Contact } from 'lucide-react'
import * as v from 'valibot'
import { formatPhone } from '../../lib/text/phone-number.ts'
import { ContactAvatar } from '../../desk/contacts/contact-avatar.tsx'
import type { ListedRow, Resource } from '../../resource/resource.ts'
import { Absent, RowName } from '../../resource/row-parts.tsx'
import { ContactForm, OtherContact } from './contact-form.tsx'

export const contacts: Resource<ContactRow> = {
  noun: 'contact',
  path: '/contacts',
  icon: Contact,
  notFound: 'ERR_NO_CONTACT_FOUND',
  window: contactWindow,
  count: contactCount,
  one: contactById,
  blank: () => ({ name: '', number: null, email: '', extraInfo: [], pictureHash: null }),
  nameOf: ({ name }) => name,
  words: () => ({
    title: t`Contatos`,
    purpose: t`As pessoas com quem sua empresa fala.`,
    search: t`Buscar contatos`,
    add: t`Adicionar contato`,
    edit: t`Editar contato`,
    count: (count) => plural(count, { one: '# contato', other: '# contatos' }),
    empty: t`Nenhum contato ainda`,
    emptyHelp: t`Quem escreve para a empresa entra aqui sozinho. Você também pode adicionar ou importar contatos.`,
    example: t`Maria Silva, +55 11 98888-7777`,
    saved: t`Contato salvo com sucesso!`,
    deleted: t`Contato excluído com sucesso!`,
    delete: (name) => t`Excluir o contato ${name}?`,
    discard: (name) => t`Descartar o contato ${name}?`,
    deleteMeans: t`Os atendimentos e as mensagens dele também serão excluídos. Isso não pode ser desfeito.`,
  }),
  columns: () => [
    { label: t`Nome`, width: 'w-2/5', Cell: Name },
    { id: 'number', label: t`Número`, Cell: Number },
    { id: 'email', label: t`E-mail`, Cell: Email },
  ],
  Form: ContactForm,
  mayDelete: (_, actor) => hasPermission(actor, 'contacts-page:deleteContact'),
  Refusal,
}

interface CellProps {
  row: ListedRow<ContactRow>
}

function Name({ row }: CellProps) {
  return (
    <RowName
      resource={contacts}
      row={row}
      mark={<ContactAvatar size="sm" name={row.name} pictureHash={row.pictureHash} className="-my-1" />}
    />
  )
}

function Number({ row: { number } }: CellProps) {
  if (number === null) return <Absent>{t`Sem número`}</Absent>
  return <span className="whitespace-nowrap tabular">{formatPhone(number)}</span>
}

function Email({ row: { email } }: CellProps) {
  if (email === '') return <Absent>{t`Sem e-mail`}</Absent>
  return <span className="block truncate">{email}</span>
}

const duplicate = v.object({ contactId: v.string(), name: v.string() })

/** The way to the contact that has the number. */
function Refusal({ details }: { details: unknown }) {
  const found = v.safeParse(duplicate, details)
  return found.success ? <OtherContact other={{ id: found.output.contactId, name: found.output.name }} /> : null
}
