import type { QuickMessageRow } from 'db/quick-messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { quickMessageColumns } from 'db/quick-messages/mutations.ts'
import { FileField } from '../../desk/files/file-field.tsx'
import { MessageField } from '../../components/message-field.tsx'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import { useNewFiles } from '../../desk/files/stored-file.ts'
import type { RowFormProps } from '../../resource/resource.ts'

export function QuickMessageForm({ title, initial, notice, onSave, onClosed }: RowFormProps<QuickMessageRow>) {
  const { t } = useLingui()
  const files = useNewFiles()
  const form = useFormState({
    fields: quickMessageColumns,
    initial,
    checked: notice !== null,
    rules: {
      message: ({ message, mediaHash }) => (message.trim() === '' && mediaHash === null ? t`Obrigatório` : null),
    },
  })
  return (
    <ResourceForm
      title={title}
      form={form}
      onSave={(output) => onSave(output, files.named([output]))}
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
      <MessageField label={t`Mensagem`} {...form.field('message')} />
      <SwitchRow label={t`Geral`} checked={form.values.geral} onChange={(geral) => form.set({ geral })}>
        {t`Toda a equipe pode usar. Desligado, só você.`}
      </SwitchRow>
      <FileField label={t`Anexo`} value={form.values} before={form.initial} files={files} onChange={form.set} />
    </ResourceForm>
  )
}
