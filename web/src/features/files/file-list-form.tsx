import type { FileListRow } from 'db/file-lists/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { fileListColumns } from 'db/file-lists/mutations.ts'
import { MessageField } from '../../components/message-field.tsx'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { useNewFiles } from '../../desk/files/stored-file.ts'
import type { RowFormProps } from '../../resource/resource.ts'
import { OptionsField } from './options-field.tsx'

export function FileListForm({ title, initial, notice, onSave, onClosed }: RowFormProps<FileListRow>) {
  const { t } = useLingui()
  const files = useNewFiles()
  const form = useFormState({
    fields: fileListColumns,
    initial,
    checked: notice !== null,
    words: { name: { 'too-short': t`nome muito curto` } },
  })
  return (
    <ResourceForm
      title={title}
      form={form}
      onSave={(output) => onSave(output, files.named(output.options))}
      onClosed={onClosed}
    >
      {notice}
      <Field label={t`Nome`} {...form.field('name')} autoFocus autoComplete="off" />
      <MessageField label={t`Mensagem`} help={t`Vai junto com os arquivos.`} {...form.field('message')} />
      <OptionsField
        value={form.values.options}
        before={form.initial.options}
        error={form.error('options') && t`Dê um nome a cada opção.`}
        files={files}
        onChange={(options) => form.set({ options })}
      />
    </ResourceForm>
  )
}
