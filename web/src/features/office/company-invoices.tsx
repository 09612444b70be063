// What a company owes and has paid, and the marking of an invoice that was paid by other ways.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { formatDate, formatDateTime } from '../../lib/text/date-time.ts'
import { formatMoney } from '../../lib/text/money.ts'
import { companyInvoices, type CompanyInvoices, type CompanyRow } from './answers.ts'
import { OfficeSection } from './office-section.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'

type Invoice = CompanyInvoices['invoices'][number]
type Payment = CompanyInvoices['payments'][number]

interface CompanyInvoicesDialogProps {
  company: CompanyRow
  onClose(): void
  onPaid(): void
}

export function CompanyInvoicesDialog({ company: { id, name }, onClose, onPaid }: CompanyInvoicesDialogProps) {
  const { t } = useLingui()
  const server = useServerData(`/companies/${id}/invoices`, companyInvoices)
  const [marked, setMarked] = useState<Invoice | null>(null)
  const paid = () => {
    setMarked(null)
    server.reload()
    onPaid()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t`Faturas de ${name}`}>
      <DialogBody className="pb-4">
        <OfficeSection server={server}>
          {({ invoices, payments }) => (
            <>
              <ul className="divide-y divide-line">
                {invoices.map((invoice) => (
                  <InvoiceLine key={invoice.id} invoice={invoice} onMark={() => setMarked(invoice)} />
                ))}
              </ul>
              {invoices.length === 0 && (
                <p className="text-sm text-muted">
                  <Trans>Nenhuma fatura ainda.</Trans>
                </p>
              )}
              {payments.length > 0 && <Ledger payments={payments} />}
            </>
          )}
        </OfficeSection>
      </DialogBody>
      {marked && <MarkAsPaid companyId={id} invoice={marked} onClose={() => setMarked(null)} onPaid={paid} />}
    </Dialog>
  )
}

function InvoiceLine({ invoice, onMark }: { invoice: Invoice; onMark(): void }) {
  const { t } = useLingui()
  const { number, detail, value, dueDate, status } = invoice
  const words = { paid: t`Pago`, overdue: t`Vencido`, open: t`Em Aberto` }
  const variants = { paid: 'good', overdue: 'danger', open: 'neutral' } as const
  return (
    <li className="flex flex-wrap items-center gap-2 py-2 text-sm">
      <span className="min-w-40 flex-1">
        <span className="text-muted tabular">#{number}</span> {detail}
        <span className="block text-muted tabular">
          {formatMoney(value)} · {formatDate(dueDate)}
        </span>
      </span>
      <Badge shape="label" variant={variants[status]}>
        {words[status]}
      </Badge>
      {status !== 'paid' && (
        <Button size="sm" onClick={onMark}>
          <Trans>Marcar como paga</Trans>
        </Button>
      )}
    </li>
  )
}

function Ledger({ payments }: { payments: readonly Payment[] }) {
  const { t } = useLingui()
  const effects = { renewed: t`renovou`, short: t`valor menor que o devido`, surplus: t`a fatura já estava paga` }
  return (
    <section>
      <h3 className="text-sm font-medium text-muted">
        <Trans>Pagamentos</Trans>
      </h3>
      <ul className="divide-y divide-line">
        {payments.map(({ id, amount, paidAt, effect, dueBefore, dueAfter, by, note }) => (
          <li key={id} className="py-2 text-sm">
            <span className="tabular">
              {formatMoney(amount)} · {formatDateTime(paidAt)} · {effects[effect]}
            </span>
            <span className="block text-muted tabular">
              {effect === 'renewed' && `${formatDate(dueBefore)} → ${formatDate(dueAfter)}`}
              {[by, note].filter(Boolean).map((text) => ` · ${text}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface MarkAsPaidProps {
  companyId: string
  invoice: Invoice
  onClose(): void
  onPaid(): void
}

function MarkAsPaid({ companyId, invoice: { id, number }, onClose, onPaid }: MarkAsPaidProps) {
  const { t } = useLingui()
  const [note, setNote] = useState('')
  const { disabled, send } = useServerCall()
  const mark = async () => {
    if (await send('POST', `/companies/${companyId}/invoices/${id}/pay`, { note })) onPaid()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t`Marcar a fatura #${number} como paga`}>
      <DialogBody>
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
        <Button variant="primary" disabled={disabled || note.trim().length < 3} onClick={() => void mark()}>
          <Trans>Confirmar</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
