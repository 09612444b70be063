import type { FileListRow } from 'db/file-lists/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { fileListColumns } from 'db/file-lists/mutations.ts'
import type { FileListOption } from 'db/file-lists/options.ts'
import * as v from 'valibot'
import { MessageField } from '../../components/message-field.tsx'
import { jsonText } from '../../components/resource-form/check-fields.ts'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { useNewFiles } from '../../desk/stored-file.ts'
import type { RowFormProps } from '../../resource/resource.ts'
import { OptionsField } from './options-field.tsx'

const fields = { ...fileListColumns, options: v.pipe(jsonText, fileListColumns.options) }

export function FileListForm({ title, initial, notice, onSave, onClosed }: RowFormProps<FileListRow>) {
  const { t } = useLingui()
  const files = useNewFiles()
  const form = useFormState({
    fields,
    initial: { name: initial.name, message: initial.message, options: JSON.stringify(initial.options) },
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
      <MessageField
        label={t`Mensagem`}
        help={t`Vai junto com os arquivos.`}
        {...form.field('message')}
        onText={(text) => form.set('message', text)}
      />
      <OptionsField
        value={optionsIn(form.input.options)}
        before={initial.options}
        error={form.field('options').error && t`Dê um nome a cada opção.`}
        files={files}
        onChange={(options) => form.set('options', JSON.stringify(options))}
      />
    </ResourceForm>
  )
}

const optionsIn = (text: string) => JSON.parse(text) as FileListOption[]
