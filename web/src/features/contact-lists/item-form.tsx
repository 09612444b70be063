import { useLingui } from '@lingui/react/macro'
import { contactColumns } from 'db/contacts/columns.ts'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { numberText, useNumberReader } from '../../desk/contacts/use-number-reader.ts'
import { ServerForm } from '../../desk/server/server-form.tsx'
import { formatPhone } from '../../lib/text/phone-number.ts'
import type { Item } from './answers.ts'

const fields = { name: contactColumns.name, number: numberText, email: contactColumns.email }

interface ItemFormProps {
  contactListId: string
  /** Null: somebody new. */
  item: Item | null
  onSaved(): void
  onClosed(): void
}

export function ItemForm({ contactListId, item, onSaved, onClosed }: ItemFormProps) {
  const { t } = useLingui()
  const initial = item ? { ...item, number: formatPhone(item.number) } : { name: '', number: '', email: '' }
  const reader = useNumberReader(item?.number ?? null)
  const form = useFormState({
    fields,
    initial,
    checked: false,
    rules: { number: ({ number }) => reader.problem(number) },
  })
  return (
    <ServerForm
      title={item ? t`Editar contato da lista` : t`Adicionar contato à lista`}
      form={form}
      call={({ number: text, ...output }) => {
        const values = { ...output, number: reader.read(text) }
        return item
          ? ['PUT', `/contact-list-items/${item.id}`, values]
          : ['POST', '/contact-list-items', { ...values, contactListId }]
      }}
      onSaved={onSaved}
      onClosed={onClosed}
    >
      <Field {...form.field('name')} label={t`Nome`} autoComplete="off" />
      <Field
        {...form.field('number')}
        label={t`Número`}
        type="tel"
        help={t`Com DDD; de outro país, com + e o código dele.`}
        autoComplete="off"
      />
      <Field {...form.field('email')} label={t`E-mail`} type="email" autoComplete="off" />
    </ServerForm>
  )
}
