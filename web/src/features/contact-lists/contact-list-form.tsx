import { useLingui } from '@lingui/react/macro'
import { contactListColumns } from 'db/contact-lists/mutations.ts'
import type { ContactListRow } from 'db/contact-lists/queries.ts'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import type { RowFormProps } from '../../resource/resource.ts'

export function ContactListForm({ title, initial, notice, onSave, onClosed }: RowFormProps<ContactListRow>) {
  const { t } = useLingui()
  const form = useFormState({ fields: contactListColumns, initial, checked: notice !== null })
  return (
    <ResourceForm title={title} form={form} onSave={onSave} onClosed={onClosed}>
      {notice}
      <Field
        label={t`Nome`}
        help={t`Por exemplo: Clientes do bairro, Aniversariantes de maio.`}
        {...form.field('name')}
        autoFocus
        autoComplete="off"
      />
    </ResourceForm>
  )
}
