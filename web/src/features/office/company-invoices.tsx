// What a company owes and has paid: an invoice that was paid by other ways is marked here, and what was marked by mistake is taken back.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { formatDate } from '../../lib/text/date-time.ts'
import { formatMoney } from '../../lib/text/money.ts'
import { companyInvoices, type CompanyInvoices, type CompanyRow } from './answers.ts'
import { Ledger, type Payment } from './ledger.tsx'
import { MarkAsPaid } from './mark-as-paid.tsx'
import { OfficeSection } from './office-section.tsx'
import { ReversePayment } from './reverse-payment.tsx'

type Invoice = CompanyInvoices['invoices'][number]

interface CompanyInvoicesDialogProps {
  company: CompanyRow
  onClose(): void
  /** Something moved: due date, plan or what has to be looked at. */
  onChanged(): void
}

export function CompanyInvoicesDialog({ company: { id, name }, onClose, onChanged }: CompanyInvoicesDialogProps) {
  const { t } = useLingui()
  const server = useServerData(`/companies/${id}/invoices`, companyInvoices)
  const [marked, setMarked] = useState<Invoice | null>(null)
  const [reversed, setReversed] = useState<Payment | null>(null)
  const { disabled, send } = useServerCall()
  const changed = () => {
    setMarked(null)
    setReversed(null)
    server.reload()
    onChanged()
  }
  const noteSeen = async () => {
    if (await send('POST', `/companies/${id}/payments/seen`)) changed()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t`Faturas de ${name}`}>
      <DialogBody className="pb-4">
        <OfficeSection server={server}>
          {({ invoices, payments, noticesSeenAt }) => (
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
              {payments.length > 0 && (
                <Ledger
                  payments={payments}
                  seenAt={noticesSeenAt}
                  disabled={disabled}
                  onReverse={setReversed}
                  onSeen={() => void noteSeen()}
                />
              )}
            </>
          )}
        </OfficeSection>
      </DialogBody>
      {marked && (
        <MarkAsPaid
          companyId={id}
          invoice={marked}
          charges={server.data?.charges.filter(({ invoiceId }) => invoiceId === marked.id) ?? []}
          onClose={() => setMarked(null)}
          onPaid={changed}
        />
      )}
      {reversed && (
        <ReversePayment companyId={id} payment={reversed} onClose={() => setReversed(null)} onReversed={changed} />
      )}
    </Dialog>
  )
}

function InvoiceLine({ invoice, onMark }: { invoice: Invoice; onMark(): void }) {
  const { t } = useLingui()
  const { number, detail, value, dueDate, status } = invoice
  const words = { paid: t`Pago`, overdue: t`Vencido`, open: t`Em Aberto`, void: t`Cancelada` }
  const variants = { paid: 'good', overdue: 'danger', open: 'neutral', void: 'neutral' } as const
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
      {(status === 'open' || status === 'overdue') && (
        <Button size="sm" onClick={onMark}>
          <Trans>Marcar como paga</Trans>
        </Button>
      )}
    </li>
  )
}
