// Which code was paid, or what came in otherwise: whoever marks an invoice chooses it, with plan and amount before their eyes.
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type ReactNode } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'
import { formatDateTime } from '../../lib/text/date-time.ts'
import { formatMoney } from '../../lib/text/money.ts'
import type { CompanyInvoices } from './answers.ts'
import { reais } from './notations.ts'

type Invoice = CompanyInvoices['invoices'][number]
type Charge = CompanyInvoices['charges'][number]

interface MarkAsPaidProps {
  companyId: string
  invoice: Invoice
  /** Its codes, the newest first. */
  charges: readonly Charge[]
  onClose(): void
  onPaid(): void
}

const otherwise = 'otherwise'

export function MarkAsPaid({ companyId, invoice, charges, onClose, onPaid }: MarkAsPaidProps) {
  const { t } = useLingui()
  const { id, number } = invoice
  const [chosen, setChosen] = useState(charges.length === 0 ? otherwise : null)
  const [typed, setTyped] = useState(reais.write(invoice.value))
  const [note, setNote] = useState('')
  const { disabled, send } = useServerCall()
  const amount = reais.read(typed)
  const isAmount = amount !== null && amount > 0
  const isReady = note.trim().length >= 3 && (chosen === otherwise ? isAmount : chosen !== null)
  const mark = async () => {
    const how = chosen === otherwise ? { amount } : { chargeId: chosen }
    if (await send('POST', `/companies/${companyId}/invoices/${id}/pay`, { note, ...how })) onPaid()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t`Marcar a fatura #${number} como paga`}>
      <DialogBody className="flex flex-col gap-4">
        <Choice charges={charges} chosen={chosen} onChoose={setChosen} />
        {chosen === otherwise && <AmountField invoice={invoice} typed={typed} amount={amount} onChange={setTyped} />}
        <Field
          label={t`Como foi paga`}
          help={t`Fica no registro de pagamentos, com o seu nome.`}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Cancelar</Trans>
        </Button>
        <Button variant="primary" disabled={disabled || !isReady} onClick={() => void mark()}>
          <Trans>Confirmar</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface ChoiceProps {
  charges: readonly Charge[]
  chosen: string | null
  onChoose(value: string): void
}

function Choice({ charges, chosen, onChoose }: ChoiceProps) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">
        <Trans>O que foi pago</Trans>
      </legend>
      {charges.map((charge) => (
        <Option key={charge.id} name={name} value={charge.id} chosen={chosen} onChoose={onChoose}>
          <ChargeFacts charge={charge} />
        </Option>
      ))}
      <Option name={name} value={otherwise} chosen={chosen} onChoose={onChoose}>
        <span className="font-medium">
          <Trans>Recebido de outra forma</Trans>
        </span>
        <span className="text-muted">
          <Trans>Renova o plano atual.</Trans>
        </span>
      </Option>
    </fieldset>
  )
}

interface OptionProps {
  name: string
  value: string
  chosen: string | null
  onChoose(value: string): void
  children: ReactNode
}

function Option({ name, value, chosen, onChoose, children }: OptionProps) {
  return (
    <label className="flex cursor-pointer gap-3 rounded-lg border border-line-strong bg-surface p-3 text-sm transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name={name}
        value={value}
        checked={value === chosen}
        onChange={() => onChoose(value)}
        className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
      />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 break-words">{children}</span>
    </label>
  )
}

function ChargeFacts({ charge }: { charge: Charge }) {
  const { t } = useLingui()
  const { amount, plan, purpose, statement, createdAt, provider, voidReason } = charge
  const when = formatDateTime(createdAt)
  const by = provider === 'efi' ? 'Efí' : t`Pix com a sua chave`
  return (
    <>
      <span className="flex flex-wrap items-center gap-2 font-medium tabular">
        {formatMoney(amount)} · {plan}
        {purpose === 'change' && (
          <Badge shape="label" variant="accent">
            <Trans>Troca de plano</Trans>
          </Badge>
        )}
        {voidReason !== null && (
          <Badge shape="label">
            <Trans>Código anulado</Trans>
          </Badge>
        )}
      </span>
      <span className="text-muted tabular">
        {by} · <Trans>feito em {when}</Trans>
      </span>
      <span className="text-xs break-all text-muted tabular">{statement}</span>
      {voidReason === 'price' && (
        <span className="text-muted">
          <Trans>O plano ou a recorrência mudou depois: o dinheiro conta para o plano atual.</Trans>
        </span>
      )}
    </>
  )
}

interface AmountFieldProps {
  invoice: Invoice
  typed: string
  amount: number | null
  onChange(typed: string): void
}

function AmountField({ invoice: { value }, typed, amount, onChange }: AmountFieldProps) {
  const { t } = useLingui()
  const owed = formatMoney(value)
  const isNone = typed !== '' && (amount === null || Number.isNaN(amount) || amount <= 0)
  const isLess = !isNone && amount !== null && amount < value
  return (
    <Field
      label={t`Valor recebido (R$)`}
      inputMode="decimal"
      help={t`A fatura é de ${owed}.`}
      error={isNone ? t`Valor inválido.` : null}
      warning={isLess ? t`Menor que ${owed}: fica registrado e não renova.` : undefined}
      value={typed}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
