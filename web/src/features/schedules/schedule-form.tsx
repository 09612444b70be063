// The form of a schedule; of one that was sent, what it was. Its title says how it stands.
import { useLingui } from '@lingui/react/macro'
import { connectionChoices } from 'db/connections/queries.ts'
import { scheduleColumns } from 'db/schedules/mutations.ts'
import { isPictureMime, pictureMimes } from 'db/media/media-type.ts'
import { isEditable } from 'db/schedules/rules.ts'
import { FileField } from '../../desk/files/file-field.tsx'
import { MessageField } from '../../components/message-field.tsx'
import { DateTimeField } from '../../components/date-time/date-time-field.tsx'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useFailureWords } from '../../lib/text/failure-words.ts'
import { ConnectionField } from '../../desk/number/connection-field.tsx'
import { useNewFiles, type StoredFile } from '../../desk/files/stored-file.ts'
import type { RowFormProps } from '../../resource/resource.ts'
import { inAnHour, isPast, localTime, tomorrowAtNine } from '../../desk/local-time.ts'
import { useQuery } from '../../sync/client.ts'
import { ScheduleContact } from './schedule-contact.tsx'
import { SentSchedule } from './sent-schedule.tsx'
import { statusTitle } from './words.ts'
import type { ScheduleRow } from './schedule-row.ts'

export function ScheduleForm(props: RowFormProps<ScheduleRow>) {
  return isEditable(props.initial) ? <Form {...props} /> : <SentSchedule {...props} />
}

function Form({ title, initial, isNew, notice, onSave, onClosed }: RowFormProps<ScheduleRow>) {
  const { t } = useLingui()
  const failureWords = useFailureWords()
  const files = useNewFiles()
  const { status, error } = initial
  const openedOn = new Date(initial.sendAt)
  const form = useFormState({
    fields: scheduleColumns,
    initial: { ...initial, sendAt: openedOn },
    checked: notice !== null,
    words: { body: { 'too-short': t`Mensagem muito curta`, required: t`Mensagem muito curta` } },
    rules: {
      sendAt: ({ sendAt }) => (sendAt && isPast(sendAt) ? t`Escolha um horário no futuro.` : null),
      mediaHash: (values) => (isAllowed(values) ? null : t`Use uma imagem PNG ou JPEG.`),
    },
  })
  const hasFailed = status === 'ERRO'
  return (
    <ResourceForm
      title={isNew ? title : statusTitle(status)}
      form={form}
      onSave={(output) => onSave({ ...output, sendAt: output.sendAt.toISOString() }, files.named([output]))}
      onClosed={onClosed}
    >
      {notice}
      {hasFailed && (
        <Notice tone="danger">
          {failureWords(error)} {t`Escolha outro horário para tentar de novo.`}
        </Notice>
      )}
      <ScheduleContact
        id={form.values.contactId}
        error={form.error('contactId')}
        onChange={(contactId) => form.set({ contactId })}
      />
      <MessageField label={t`Mensagem`} {...form.field('body')} autoFocus />
      <Connection
        id={form.values.connectionId}
        asks={hasFailed}
        onChange={(connectionId) => form.set({ connectionId })}
      />
      <DateTimeField
        label={t`Data e hora do envio`}
        help={t`Sai em até um minuto depois do horário.`}
        {...form.field('sendAt', localTime(openedOn))}
      >
        <QuickTimes onChoose={(sendAt) => form.set({ sendAt })} />
      </DateTimeField>
      <FileField
        label={t`Imagem`}
        value={form.values}
        before={form.initial}
        files={files}
        accept={pictureMimes.join(',')}
        error={isAllowed(form.values) ? null : t`Use uma imagem PNG ou JPEG.`}
        onChange={form.set}
      />
    </ResourceForm>
  )
}

/** Where there is a choice. */
function Connection({ id, asks, onChange }: { id: string | null; asks: boolean; onChange(id: string | null): void }) {
  const { t } = useLingui()
  const { rows, ready } = useQuery(connectionChoices())
  const isGone = ready && id !== null && !rows.some((row) => row.id === id)
  if (rows.length < 2 && id === null && !asks) return null
  return (
    <ConnectionField
      value={isGone ? null : id}
      none={t`A da conversa mais recente`}
      help={t`Sem conversa ainda, sai pela conexão padrão.`}
      error={isGone ? t`A conexão dela foi excluída: escolha outra.` : null}
      onChange={onChange}
    />
  )
}

const isAllowed = ({ mediaHash, mediaMime }: StoredFile) => mediaHash === null || isPictureMime(mediaMime)

/** What is meant most often, by a tap each. */
function QuickTimes({ onChoose }: { onChoose(at: Date): void }) {
  const { t } = useLingui()
  const times = [
    { label: t`Em 1 h`, at: inAnHour },
    { label: t`Amanhã 9h`, at: tomorrowAtNine },
  ]
  return (
    <div className="flex flex-wrap gap-2 py-0.5">
      {times.map(({ label, at }) => (
        <Button key={label} size="sm" onClick={() => onChoose(at())}>
          {label}
        </Button>
      ))}
    </div>
  )
}
