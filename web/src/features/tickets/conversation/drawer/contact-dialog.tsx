// A contact's details being changed. What was not touched is not sent, so that two people who change different fields don't undo each other.
import type { ContactRow, ExtraField } from 'db/contacts/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { contactColumns } from 'db/contacts/mutations.ts'
import type { MutationArgs } from 'db/mutations.ts'
import { Plus, X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import * as v from 'valibot'
import { useFormState } from '../../../../components/resource-form/use-form-state.ts'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../../components/ui/dialog.tsx'
import { Field } from '../../../../components/ui/field.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { Input } from '../../../../components/ui/input.tsx'
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
  const form = useFormState({
    fields: before.number === null ? unnumbered : contactColumns,
    initial: {
      name: before.name,
      number: before.number === null ? '' : formatPhone(before.number),
      email: before.email,
    },
    checked: false,
    rules: () => ({}),
  })
  const [extra, setExtra] = useState<readonly ExtraField[]>(before.extraInfo)
  const [open, setOpen] = useState(true)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const output = form.check()
    if (!output) return
    const changes = changesOf(before, output, extra)
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
          <ExtraFields fields={extra} onChange={setExtra} />
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

/** Of some only the LID is known: the number may stay empty then. */
const unnumbered = { ...contactColumns, number: v.union([v.literal(''), contactColumns.number]) }

interface Output {
  name: string
  number: string
  email: string
}

function changesOf(before: ContactRow, output: Output, extra: readonly ExtraField[]): Changes {
  const kept = extra.filter(({ name }) => name.trim() !== '')
  const extraInfo = kept.map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
  const from = [...before.extraInfo]
  return {
    ...(output.name !== before.name && { name: { from: before.name, to: output.name } }),
    ...(output.number !== (before.number ?? '') && { number: { to: output.number } }),
    ...(output.email !== before.email && { email: { from: before.email, to: output.email } }),
    ...(JSON.stringify(extraInfo) !== JSON.stringify(from) && { extraInfo: { from, to: extraInfo } }),
  }
}

interface ExtraFieldsProps {
  fields: readonly ExtraField[]
  onChange(fields: readonly ExtraField[]): void
}

function ExtraFields({ fields, onChange }: ExtraFieldsProps) {
  const { t } = useLingui()
  const change = (index: number, part: Partial<ExtraField>) =>
    onChange(fields.map((field, at) => (at === index ? { ...field, ...part } : field)))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">
        <Trans>Informações extras</Trans>
      </legend>
      {fields.map((field, index) => (
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
            onClick={() => onChange(fields.filter((_, at) => at !== index))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      <Button onClick={() => onChange([...fields, { name: '', value: '' }])} disabled={fields.length >= 50}>
        <Plus aria-hidden />
        <Trans>Adicionar informação</Trans>
      </Button>
    </fieldset>
  )
}
