// The form of a schedule; of one that was sent, what it was. Its title says how it stands.
import { useLingui } from '@lingui/react/macro'
import { scheduleColumns } from 'db/schedules/mutations.ts'
import { isEditable, isScheduleMime, scheduleMimes } from 'db/schedules/rules.ts'
import * as v from 'valibot'
import { FileField } from '../../desk/file-field.tsx'
import { MessageField } from '../../components/message-field.tsx'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useFailureWords } from '../../lib/text/failure-words.ts'
import { fileText, textOfFile, useNewFiles, type StoredFile } from '../../desk/stored-file.ts'
import type { RowFormProps } from '../../resource/resource.ts'
import { isPast, localInstant, localText } from './local-time.ts'
import { ScheduleContact } from './schedule-contact.tsx'
import { SentSchedule } from './sent-schedule.tsx'
import { statusTitle } from './words.ts'
import type { ScheduleRow } from './schedule-row.ts'

const fields = { ...scheduleColumns, contactId: v.pipe(v.string(), v.nonEmpty()), sendAt: localInstant, file: fileText }

export function ScheduleForm(props: RowFormProps<ScheduleRow>) {
  return isEditable(props.initial) ? <Form {...props} /> : <SentSchedule {...props} />
}

function Form({ title, initial, isNew, notice, onSave, onClosed }: RowFormProps<ScheduleRow>) {
  const { t } = useLingui()
  const failureWords = useFailureWords()
  const files = useNewFiles()
  const { body, contactId, status, error } = initial
  const openedOn = localText(new Date(initial.sendAt))
  const form = useFormState({
    fields,
    initial: { body, contactId, sendAt: openedOn, file: textOfFile(initial) },
    checked: notice !== null,
    words: { body: { 'too-short': t`Mensagem muito curta`, required: t`Mensagem muito curta` } },
    rules: (input) => ({
      sendAt: isPast(input.sendAt) ? t`Escolha um horário no futuro.` : null,
      file: isAllowed(fileIn(input.file)) ? null : t`Use uma imagem PNG ou JPEG.`,
    }),
  })
  const hasFailed = status === 'ERRO'
  return (
    <ResourceForm
      title={isNew ? title : statusTitle(status)}
      form={form}
      onSave={({ file, ...values }) => {
        // The field has no seconds, which an instant from elsewhere may have: what was not touched is no change.
        const kept = !isNew && form.input.sendAt === openedOn
        return onSave({ ...values, ...(kept && { sendAt: initial.sendAt }), ...file }, files.named([file]))
      }}
      onClosed={onClosed}
    >
      {notice}
      {hasFailed && (
        <Notice tone="danger">
          {failureWords(error)} {t`Escolha outro horário para tentar de novo.`}
        </Notice>
      )}
      <ScheduleContact
        id={form.input.contactId}
        error={form.field('contactId').error}
        onChange={(id) => form.set('contactId', id)}
      />
      <MessageField label={t`Mensagem`} {...form.field('body')} onText={(text) => form.set('body', text)} />
      <Field
        label={t`Data e hora do envio`}
        type="datetime-local"
        help={t`Sai em até um minuto depois do horário.`}
        {...form.field('sendAt')}
      />
      <FileField
        label={t`Imagem`}
        value={fileIn(form.input.file)}
        changed={form.input.file !== textOfFile(initial)}
        files={files}
        accept={scheduleMimes.join(',')}
        error={isAllowed(fileIn(form.input.file)) ? null : t`Use uma imagem PNG ou JPEG.`}
        onChange={(file) => form.set('file', textOfFile(file))}
      />
    </ResourceForm>
  )
}

const fileIn = (text: string) => JSON.parse(text) as StoredFile
const isAllowed = ({ mediaHash, mediaMime }: StoredFile) => mediaHash === null || isScheduleMime(mediaMime)
