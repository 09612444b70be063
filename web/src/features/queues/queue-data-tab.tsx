import { outOfHoursTexts } from 'db/connections/queries.ts'
import type { QueueRow } from 'db/queues/queries.ts'
import { companySettings } from 'db/settings/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { isMuteWhenClosed } from 'db/bot/out-of-hours.ts'
import { defaultSettings } from 'db/settings/table.ts'
import { ColorField } from '../../components/color-field.tsx'
import { FileField } from '../../desk/file-field.tsx'
import { MessageField } from '../../components/message-field.tsx'
import { Field } from '../../components/ui/field.tsx'
import { textOfFile, type NewFiles, type StoredFile } from '../../desk/stored-file.ts'
import { useQuery } from '../../sync/client.ts'
import { colorsOf, hoursOf } from './queue-fields.ts'
import type { QueueFormState } from './queue-form.tsx'

interface QueueDataTabProps {
  form: QueueFormState
  /** Null: it is to be made. */
  id: string | null
  others: readonly QueueRow[]
  files: NewFiles
  /** The file differs from what is saved. */
  fileChanged: boolean
}

export function QueueDataTab({ form, id, others, files, fileChanged }: QueueDataTabProps) {
  const { t } = useLingui()
  const isMute = useMuteHours(form, id)
  return (
    <div className="flex flex-col gap-4">
      <Field label={t`Nome`} {...form.field('name')} autoFocus autoComplete="off" />
      <ColorField
        label={t`Cor`}
        {...form.field('color')}
        taken={colorsOf(others)}
        onChange={(color) => form.set('color', color)}
      />
      <Field
        label={t`Ordem`}
        help={t`Posição no menu que o cliente vê.`}
        {...form.field('orderQueue')}
        inputMode="numeric"
        autoComplete="off"
        className="w-56"
      />
      <MessageField
        label={t`Mensagem de saudação`}
        help={t`Enviada quando o cliente escolhe esta fila, ou chega a ela sem escolher.`}
        {...form.field('greetingMessage')}
        onText={(text) => form.set('greetingMessage', text)}
      />
      <FileField
        label={t`Arquivo da saudação`}
        value={JSON.parse(form.input.file) as StoredFile}
        changed={fileChanged}
        files={files}
        onChange={(file) => form.set('file', textOfFile(file))}
      />
      <MessageField
        label={t`Mensagem fora do horário`}
        help={t`Enviada no lugar da saudação quando a fila está fechada. Em branco, vale a da conexão.`}
        warning={
          isMute
            ? t`Em branco, e uma conexão desta fila também não tem: quem escreve fora do horário não recebe resposta.`
            : null
        }
        {...form.field('outOfHoursMessage')}
        onText={(text) => form.set('outOfHoursMessage', text)}
      />
    </div>
  )
}

/** Whether somebody who writes to it out of its hours would be told nothing. */
function useMuteHours({ input }: QueueFormState, id: string | null): boolean {
  const { scheduleType } = useQuery(companySettings()).rows[0] ?? defaultSettings
  const { rows: connections } = useQuery(outOfHoursTexts({ queueId: id }))
  const queue = { hours: hoursOf(input), outOfHoursMessage: input.outOfHoursMessage }
  return (
    scheduleType === 'queue' &&
    connections.some((own) => isMuteWhenClosed({ scheduleType, companyHours: null, ...own }, queue))
  )
}
