import { contactWithNumber, type ContactChoice } from 'db/contacts/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { contactColumns } from 'db/contacts/columns.ts'
import { newId } from 'db/kit/new-id.ts'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { toastError } from '../../lib/app/toast.ts'
import { mutate, runQuery } from '../../sync/client.ts'
import { numberText, useNumberReader } from './use-number-reader.ts'

const fields = { name: contactColumns.name, number: numberText }

interface NewContactProps {
  /** What was searched for: a name or a number. */
  typed: string
  onCreated(contact: ContactChoice): void
  onCancel(): void
}

/** Somebody who has the number already is taken instead. */
export function NewContact({ typed, onCreated, onCancel }: NewContactProps) {
  const { t } = useLingui()
  const isNumber = /\d/.test(typed) && !/\p{L}/u.test(typed)
  const reader = useNumberReader(null)
  const form = useFormState({
    fields,
    initial: isNumber ? { name: '', number: typed } : { name: typed, number: '' },
    checked: false,
    rules: { number: ({ number }) => reader.problem(number) },
  })
  const create = async () => {
    const output = form.check()
    const number = output && reader.read(output.number)
    if (!number) return
    const contact = { name: output.name, number }
    const [known] = await runQuery(contactWithNumber({ number: contact.number, butFor: null }))
    if (known) return onCreated(known)
    const id = newId()
    await mutate('contact.create', { id, ...contact })
    onCreated({ id, ...contact, pictureHash: null })
  }
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">
        <Trans>Novo contato</Trans>
      </legend>
      <Field label={t`Nome`} autoComplete="off" {...form.field('name')} />
      <Field label={t`Número`} type="tel" autoComplete="off" {...form.field('number')} />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onCancel}>
          <Trans>Voltar</Trans>
        </Button>
        <Button variant="secondary" onClick={() => void create().catch(toastError)}>
          <Trans>Criar contato</Trans>
        </Button>
      </div>
    </fieldset>
  )
}
