import { useLingui } from '@lingui/react/macro'
import { contactColumns } from 'db/contacts/mutations.ts'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { ServerForm } from '../../desk/server/server-form.tsx'
import { formatPhone } from '../../lib/text/phone-number.ts'
import type { Item } from './answers.ts'

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
  const form = useFormState({ fields: contactColumns, initial, checked: false })
  return (
    <ServerForm
      title={item ? t`Editar contato da lista` : t`Adicionar contato à lista`}
      form={form}
      call={(values) =>
        item
          ? ['PUT', `/contact-list-items/${item.id}`, values]
          : ['POST', '/contact-list-items', { ...values, contactListId }]
      }
      onSaved={onSaved}
      onClosed={onClosed}
    >
      <Field {...form.field('name')} label={t`Nome`} autoComplete="off" />
      <Field
        {...form.field('number')}
        label={t`Número`}
        type="tel"
        help={t`Com DDD; de fora do Brasil, com o código do país.`}
        autoComplete="off"
      />
      <Field {...form.field('email')} label={t`E-mail`} type="email" autoComplete="off" />
    </ServerForm>
  )
}
