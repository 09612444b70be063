import type { QuickMessageRow } from 'db/quick-messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { quickMessageColumns } from 'db/quick-messages/mutations.ts'
import * as v from 'valibot'
import { FileField } from '../../desk/file-field.tsx'
import { MessageField } from '../../components/message-field.tsx'
import { isYes, yesNo, yesOrNo } from '../../components/resource-form/check-fields.ts'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { SwitchRow } from '../../components/ui/switch.tsx'
import { fileText, textOfFile, useNewFiles, type StoredFile } from '../../desk/stored-file.ts'
import type { RowFormProps } from '../../resource/resource.ts'

const fields = { ...quickMessageColumns, geral: v.pipe(yesNo, quickMessageColumns.geral), file: fileText }

export function QuickMessageForm({ title, initial, notice, onSave, onClosed }: RowFormProps<QuickMessageRow>) {
  const { t } = useLingui()
  const files = useNewFiles()
  const { shortcode, message, geral } = initial
  const form = useFormState({
    fields,
    initial: { shortcode, message, geral: yesOrNo(geral), file: textOfFile(initial) },
    checked: notice !== null,
    rules: (input) => ({
      message: input.message.trim() === '' && fileIn(input.file).mediaHash === null ? t`Obrigatório` : null,
    }),
  })
  return (
    <ResourceForm
      title={title}
      form={form}
      onSave={({ file, ...values }) => onSave({ ...values, ...file }, files.named([file]))}
      onClosed={onClosed}
    >
      {notice}
      <Field
        label={t`Atalho`}
        help={t`No atendimento, digite / e o atalho para usar a mensagem.`}
        {...form.field('shortcode')}
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
      />
      <MessageField label={t`Mensagem`} {...form.field('message')} onText={(text) => form.set('message', text)} />
      <SwitchRow label={t`Geral`} checked={isYes(form.input.geral)} onChange={(on) => form.set('geral', yesOrNo(on))}>
        {t`Toda a equipe pode usar. Desligado, só você.`}
      </SwitchRow>
      <FileField
        label={t`Anexo`}
        value={fileIn(form.input.file)}
        changed={form.input.file !== textOfFile(initial)}
        files={files}
        onChange={(file) => form.set('file', textOfFile(file))}
      />
    </ResourceForm>
  )
}

const fileIn = (text: string) => JSON.parse(text) as StoredFile
