import { useLingui } from '@lingui/react/macro'
import { ColorField } from '../../components/color-field.tsx'
import { Field, TextareaField } from '../../components/ui/field.tsx'
import type { QueueRow } from './queries.ts'
import { colorsOf } from './queue-fields.ts'
import type { QueueFormState } from './queue-form.tsx'

export function QueueDataTab({ form, others }: { form: QueueFormState; others: readonly QueueRow[] }) {
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
      <TextareaField
        label={t`Mensagem de saudação`}
        help={t`Enviada quando o cliente escolhe esta fila.`}
        {...form.field('greetingMessage')}
      />
      <TextareaField
        label={t`Mensagem fora do horário`}
        help={t`Enviada no lugar da saudação quando a fila está fechada.`}
        {...form.field('outOfHoursMessage')}
      />
    </div>
  )
}
