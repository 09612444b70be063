import type { AnnouncementRow } from 'db/announcements/queries.ts'
import { announcementColumns } from 'db/announcements/mutations.ts'
import { isPictureMime, pictureMimes } from 'db/media/media-type.ts'
import { useLingui } from '@lingui/react/macro'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field, TextareaField } from '../../components/ui/field.tsx'
import { Select } from '../../components/ui/inputs/select.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import { FileField } from '../../desk/files/file-field.tsx'
import { useNewFiles, type StoredFile } from '../../desk/files/stored-file.ts'
import type { RowFormProps } from '../../resource/resource.ts'
import { priorities } from './priority.tsx'

export function AnnouncementForm({ title, initial, notice, onSave, onClosed }: RowFormProps<AnnouncementRow>) {
  const { t } = useLingui()
  const files = useNewFiles()
  const form = useFormState({
    fields: announcementColumns,
    initial,
    checked: notice !== null,
    rules: { mediaHash: (values) => (isAllowed(values) ? null : t`Use uma imagem PNG ou JPEG.`) },
  })
  return (
    <ResourceForm
      title={title}
      form={form}
      onSave={(output) => onSave(output, files.named([output]))}
      onClosed={onClosed}
    >
      {notice}
      <Field label={t`Título`} {...form.field('title')} autoFocus autoComplete="off" />
      <TextareaField label={t`Texto`} style={{ minHeight: 'calc(7lh + 1.25rem)' }} {...form.field('text')} />
      <Select
        label={t`Prioridade`}
        placeholder={t`Prioridade`}
        value={String(form.values.priority)}
        options={priorities().map(({ value, label }) => ({ value: String(value), label }))}
        onChange={(priority) => form.set({ priority: Number(priority ?? 3) })}
      />
      <FileField
        label={t`Imagem`}
        value={form.values}
        before={form.initial}
        files={files}
        accept={pictureMimes.join(',')}
        error={form.error('mediaHash')}
        onChange={form.set}
      />
      <SwitchRow label={t`Ativo`} checked={form.values.status} onChange={(status) => form.set({ status })}>
        {t`Todas as empresas leem. Desligado, some na hora para todos.`}
      </SwitchRow>
    </ResourceForm>
  )
}

const isAllowed = ({ mediaHash, mediaMime }: StoredFile) => mediaHash === null || isPictureMime(mediaMime)
