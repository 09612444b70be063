import type { QueueRow } from 'db/queues/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { ColorField } from '../../components/color-field.tsx'
import { FileField } from '../../components/file-field.tsx'
import { MessageField } from '../../components/message-field.tsx'
import { Field } from '../../components/ui/field.tsx'
import { textOfFile, type NewFiles, type StoredFile } from '../../lib/stored-file.ts'
import { colorsOf } from './queue-fields.ts'
import type { QueueFormState } from './queue-form.tsx'

interface QueueDataTabProps {
  form: QueueFormState
  others: readonly QueueRow[]
  files: NewFiles
  /** The file differs from what is saved. */
  fileChanged: boolean
}

export function QueueDataTab({ form, others, files, fileChanged }: QueueDataTabProps) {
  const { t } = useLingui()
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
        help={t`Enviada quando o cliente escolhe esta fila.`}
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
        help={t`Enviada no lugar da saudação quando a fila está fechada.`}
        {...form.field('outOfHoursMessage')}
        onText={(text) => form.set('outOfHoursMessage', text)}
      />
    </div>
  )
}
