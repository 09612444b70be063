import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ColorField } from '../../components/color-field.tsx'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field, TextareaField } from '../../components/ui/field.tsx'
import type { QueueRow } from './queries.ts'
import { colorsOf, queueFields, queueRules, type QueueInput, type QueueOutput } from './queue-fields.ts'

interface QueueFormProps {
  title: string
  initial: QueueInput
  /** All queues but this one. */
  others: readonly QueueRow[]
  /** Above the fields: why it is opened again. */
  notice?: ReactNode
  onSave(output: QueueOutput): Promise<void>
  onClosed(): void
}

export function QueueForm({ title, initial, others, notice, onSave, onClosed }: QueueFormProps) {
  const { t } = useLingui()
  const form = useFormState({
    fields: queueFields,
    initial,
    checked: notice !== undefined,
    rules: (input) => queueRules(input, others),
  })
  return (
    <ResourceForm title={title} form={form} onSave={onSave} onClosed={onClosed}>
      {notice}
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
    </ResourceForm>
  )
}
