import type { HelpRow } from 'db/helps/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { helpColumns } from 'db/helps/mutations.ts'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field, TextareaField } from '../../components/ui/field.tsx'
import type { RowFormProps } from '../../resource/resource.ts'

export function HelpForm({ title, initial, notice, onSave, onClosed }: RowFormProps<HelpRow>) {
  const { t } = useLingui()
  const form = useFormState({
    fields: helpColumns,
    initial,
    checked: notice !== null,
    words: { video: { invalid: t`Cole o endereço ou o código de um vídeo do YouTube.` } },
  })
  return (
    <ResourceForm title={title} form={form} onSave={onSave} onClosed={onClosed}>
      {notice}
      <Field label={t`Título`} {...form.field('title')} autoFocus autoComplete="off" />
      <TextareaField label={t`Descrição`} {...form.field('description')} />
      <Field
        label={t`Vídeo`}
        help={t`O endereço do vídeo no YouTube, ou só o código dele.`}
        {...form.field('video')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </ResourceForm>
  )
}
