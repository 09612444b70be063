// A contact's form. Whose number it already is says the device at once, with the way there; the server says it again.
import { contactWithNumber, type ContactRow } from 'db/contacts/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { codeMessage } from '../../lib/text/error-message.ts'
import type { RowFormProps } from '../../resource/resource.ts'
import { useQuery } from '../../sync/client.ts'
import { useNumberReader } from '../../desk/contacts/use-number-reader.ts'
import { fieldsOf, hasNameless, openingValues, type ContactFields } from './contact-fields.ts'
import { ExtraFields } from './extra-fields.tsx'
import { PersonalData } from './personal-data.tsx'
import { MergeSuggestions } from './merge-suggestions.tsx'

export function ContactForm({ title, initial, isNew, notice, onSave, onClosed }: RowFormProps<ContactRow>) {
  const { t } = useLingui()
  const [fields] = useState((): ContactFields => fieldsOf(initial, isNew))
  const [typed, setTyped] = useState(() => openingValues(initial))
  const reader = useNumberReader(isNew ? null : initial.number)
  const number = reader.read(typed.number)
  const butFor = isNew ? null : initial.id
  const other = useQuery(number === null ? null : contactWithNumber({ number, butFor })).rows[0]
  const form = useFormState({
    fields,
    initial: typed,
    checked: notice !== null,
    rules: {
      number: (values) => {
        if (values.number.trim() === '') return null
        const isOthers = other && reader.read(values.number) === number
        return isOthers ? codeMessage('ERR_DUPLICATED_CONTACT') : reader.problem(values.number)
      },
      extraInfo: (values) => (hasNameless(values.extraInfo) ? t`Dê um nome a cada informação.` : null),
    },
  })
  if (form.values !== typed) setTyped(form.values)
  return (
    <ResourceForm
      title={title}
      form={form}
      onSave={({ number: text, ...values }) => {
        const digits = reader.read(text)
        return onSave(digits === null ? values : { ...values, number: digits })
      }}
      onClosed={onClosed}
    >
      {notice}
      <Field label={t`Nome`} {...form.field('name')} autoFocus autoComplete="off" />
      <div className="flex flex-col items-start gap-1">
        <Field
          label={t`Número do WhatsApp`}
          help={
            isNew || initial.number === null
              ? t`Com DDD; de outro país, com + e o código dele.`
              : t`Com DDD; de outro país, com + e o código dele. Outro número é verificado no WhatsApp antes da próxima mensagem.`
          }
          {...form.field('number')}
          className="w-full"
          inputMode="tel"
          autoComplete="off"
        />
        {other && <OtherContact other={other} />}
      </div>
      <Field label={t`E-mail`} {...form.field('email')} inputMode="email" autoComplete="off" autoCapitalize="none" />
      <ExtraFields
        value={form.values.extraInfo}
        error={form.error('extraInfo')}
        onChange={(extraInfo) => form.set({ extraInfo })}
      />
      {!isNew && <MergeSuggestions contact={initial} onMerged={onClosed} />}
      {!isNew && <PersonalData contact={initial} onErased={onClosed} />}
    </ResourceForm>
  )
}

/** The one who has the number. */
export function OtherContact({ other: { id, name } }: { other: Pick<ContactRow, 'id' | 'name'> }) {
  return (
    <Link to="/contacts/$id" params={{ id }} className="rounded-sm text-xs font-medium text-accent hover:underline">
      <Trans>Abrir o contato {name}</Trans>
    </Link>
  )
}
