// A contact's details being changed. What was not touched is not sent, so that two people who change different fields don't undo each other.
import type { ContactRow, ExtraField } from 'db/contacts/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { contactColumns } from 'db/contacts/columns.ts'
import type { WhatsAppNumber } from 'db/contacts/numbers.ts'
import type { MutationArgs } from 'db/mutations.ts'
import { isSame } from 'db/kit/merge-changes.ts'
import { Plus, X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import * as v from 'valibot'
import { orAsItWas, type FormOutput } from '../../../../components/resource-form/check-fields.ts'
import { useFormState } from '../../../../components/resource-form/use-form-state.ts'
import { numberText, useNumberReader } from '../../../../desk/contacts/use-number-reader.ts'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../../components/ui/dialog.tsx'
import { Field } from '../../../../components/ui/field.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { Input } from '../../../../components/ui/inputs/input.tsx'
import { formatPhone } from '../../../../lib/text/phone-number.ts'
import { toastDone, toastError } from '../../../../lib/app/toast.ts'
import { mutate } from '../../../../sync/client.ts'

interface ContactDialogProps {
  contact: ContactRow
  onClose(): void
}

type Changes = MutationArgs<'contact.update'>['changes']

export function ContactDialog({ contact, onClose }: ContactDialogProps) {
  const { t } = useLingui()
  const [before] = useState(contact)
  const [fields] = useState(() => fieldsOf(before))
  const reader = useNumberReader(before.number)
  const form = useFormState({
    fields,
    initial: {
      name: before.name,
      number: before.number === null ? '' : formatPhone(before.number),
      email: before.email,
      extraInfo: before.extraInfo,
    },
    checked: false,
    rules: { number: ({ number }) => (number.trim() === '' ? null : reader.problem(number)) },
  })
  const [open, setOpen] = useState(true)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const output = form.check()
    if (!output) return
    const changes = changesOf(before, output, reader.read(output.number))
    setOpen(false)
    if (Object.keys(changes).length === 0) return
    mutate('contact.update', { id: before.id, changes }).then(
      () => toastDone(t`Contato salvo com sucesso.`),
      toastError,
    )
  }
  return (
    <Dialog open={open} onOpenChange={setOpen} onClosed={onClose} title={t`Editar contato`} placement="right">
      <form onSubmit={save} noValidate className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="grid content-start gap-4">
          <Field label={t`Nome`} autoComplete="off" {...form.field('name')} />
          <Field
            label={t`Número`}
            type="tel"
            autoComplete="off"
            help={before.number !== null && t`Outro número é verificado no WhatsApp antes da próxima mensagem.`}
            {...form.field('number')}
          />
          <Field label={t`E-mail`} type="email" autoComplete="off" {...form.field('email')} />
          <ExtraFields lines={form.values.extraInfo} onChange={(lines) => form.set({ extraInfo: lines })} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>
            <Trans>Cancelar</Trans>
          </Button>
          <Button type="submit" variant="primary">
            <Trans>Salvar</Trans>
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

const trimmed = v.pipe(v.string(), v.trim())
/** How many lines there may be is the mutation's word: a contact that was merged of two may have more, and its name is changed all the same. */
const extraInfo = v.pipe(v.array(v.object({ name: trimmed, value: trimmed })), v.transform(withName))
const fieldsOf = ({ name, email, number }: ContactRow) => ({
  name: orAsItWas(contactColumns.name, name),
  email: orAsItWas(contactColumns.email, email),
  extraInfo,
  // Of a contact of whom only the LID is known it may stay empty.
  number: number === null ? v.union([v.literal(''), numberText]) : numberText,
})

/** A line without a name is none. */
function withName(lines: ExtraField[]): ExtraField[] {
  return lines.filter(({ name }) => name !== '')
}

function changesOf(
  before: ContactRow,
  output: FormOutput<ReturnType<typeof fieldsOf>>,
  number: WhatsAppNumber | null,
): Changes {
  return {
    ...(output.name !== before.name && { name: { from: before.name, to: output.name } }),
    ...(number !== null && number !== before.number && { number: { to: number } }),
    ...(output.email !== before.email && { email: { from: before.email, to: output.email } }),
    ...(!isSame(output.extraInfo, before.extraInfo) && {
      extraInfo: { from: before.extraInfo, to: output.extraInfo },
    }),
  }
}

interface ExtraFieldsProps {
  lines: readonly ExtraField[]
  onChange(lines: readonly ExtraField[]): void
}

function ExtraFields({ lines, onChange }: ExtraFieldsProps) {
  const { t } = useLingui()
  const change = (index: number, part: Partial<ExtraField>) =>
    onChange(lines.map((field, at) => (at === index ? { ...field, ...part } : field)))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">
        <Trans>Informações extras</Trans>
      </legend>
      {lines.map((field, index) => (
        <div key={index} className="flex items-center gap-1">
          <Input
            aria-label={t`Nome do campo`}
            placeholder={t`Campo`}
            maxLength={50}
            value={field.name}
            onChange={({ target }) => change(index, { name: target.value })}
          />
          <Input
            aria-label={t`Valor do campo`}
            placeholder={t`Valor`}
            maxLength={1000}
            value={field.value}
            onChange={({ target }) => change(index, { value: target.value })}
          />
          <IconButton
            label={t`Remover campo`}
            variant="dangerQuiet"
            onClick={() => onChange(lines.filter((_, at) => at !== index))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      <Button onClick={() => onChange([...lines, { name: '', value: '' }])} disabled={lines.length >= 50}>
        <Plus aria-hidden />
        <Trans>Adicionar informação</Trans>
      </Button>
    </fieldset>
  )
}
