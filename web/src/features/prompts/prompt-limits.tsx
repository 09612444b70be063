// Beyond these people go on: a customer who never stops costs no more than somebody meant to spend.
import { useLingui } from '@lingui/react/macro'
import { decimalNumber, wholeNumber } from '../../components/resource-form/check-fields.ts'
import { Field } from '../../components/ui/field.tsx'
import { Section } from './form-section.tsx'
import type { PromptFormState } from './prompt-form.tsx'

export function PromptLimits({ form }: { form: PromptFormState }) {
  const { t } = useLingui()
  const whole = { inputMode: 'numeric', autoComplete: 'off' } as const
  const decimal = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <Section title={t`Limites`}>
      <p className="text-sm text-muted">{t`Quando um limite é alcançado, a conversa passa para as pessoas. 0: sem limite.`}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t`Respostas por atendimento`} {...form.field('ticketAnswers', wholeNumber)} {...whole} />
        <Field label={t`Respostas por dia`} {...form.field('dayAnswers', wholeNumber)} {...whole} />
        <Field
          label={t`Preço de entrada`}
          help={t`De um milhão de tokens.`}
          {...form.field('inputPrice', decimalNumber)}
          {...decimal}
        />
        <Field
          label={t`Preço de saída`}
          help={t`De um milhão de tokens.`}
          {...form.field('outputPrice', decimalNumber)}
          {...decimal}
        />
        <Field label={t`Custo por atendimento`} {...form.field('ticketCost', decimalNumber)} {...decimal} />
        <Field label={t`Custo por dia`} {...form.field('dayCost', decimalNumber)} {...decimal} />
      </div>
    </Section>
  )
}
