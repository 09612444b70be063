// Faturas: what the company owes and has paid.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Receipt, SearchX } from 'lucide-react'
import { useState } from 'react'
import { ResourceCards } from '../../components/resource-list/resource-cards.tsx'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { ResourceTable } from '../../components/resource-list/resource-table.tsx'
import { buttonVariants } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { SearchInput } from '../../components/ui/inputs/search-input.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useAnswered } from '../../desk/server/use-online.ts'
import { phone, useMedia } from '../../lib/media/use-media.ts'
import { formatMoney } from '../../lib/text/money.ts'
import { formatDate } from '../../lib/text/date-time.ts'
import { useDelayed } from '../../lib/use-delayed.ts'
import type { Invoice } from './answers.ts'
import { CheckoutDialog } from './checkout/checkout-dialog.tsx'
import { InvoiceStatus, PayButton, PayContext } from './invoice-parts.tsx'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useInvoices } from './use-invoices.ts'

const searchDelayMs = 500

export function InvoicesPage() {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed.trim(), searchDelayMs)
  const invoices = useInvoices(search)
  const [paying, setPaying] = useState<Invoice | null>(null)
  return (
    <>
      <ResourcePage
        title={t`Faturas`}
        purpose={<Trans>O que a sua empresa tem a pagar e o que já pagou.</Trans>}
        action={null}
      >
        <div className="flex flex-1 flex-col gap-3">
          <ServerNote {...invoices} />
          <div className="rounded-md bg-surface sm:max-w-72">
            <SearchInput
              label={t`Buscar faturas`}
              placeholder={t`Buscar por detalhe ou número`}
              value={typed}
              onChange={setTyped}
            />
          </div>
          <PayContext value={setPaying}>
            <Contents invoices={invoices} search={search} />
          </PayContext>
        </div>
      </ResourcePage>
      {paying && <CheckoutDialog invoice={paying} onClosed={() => setPaying(null)} />}
    </>
  )
}

interface ContentsProps {
  invoices: ReturnType<typeof useInvoices>
  search: string
}

function Contents({ invoices: { data, error, more }, search }: ContentsProps) {
  const { t } = useLingui()
  const isPhone = useMedia(phone)
  const answered = useAnswered()
  if (data === null) return answered && error === null ? <Skeleton className="h-64 rounded-lg" /> : null
  const rows = data.invoices
  if (rows.length === 0 && search !== '') {
    return (
      <EmptyState icon={SearchX} title={t`Nada encontrado`}>
        <Trans>Nenhuma fatura com “{search}”.</Trans>
      </EmptyState>
    )
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={Receipt}
        title={t`Nenhuma fatura ainda`}
        example={t`Assinatura de dezembro, R$ 99,00, vence em 10/12: paga por Pix aqui mesmo.`}
        action={
          <Link to="/subscription" className={buttonVariants()}>
            <Trans>Ver a assinatura</Trans>
          </Link>
        }
      >
        <Trans>A próxima aparece aqui vinte dias antes de vencer.</Trans>
      </EmptyState>
    )
  }
  const Rows = isPhone ? ResourceCards : ResourceTable
  return (
    <Rows
      label={t`Faturas`}
      rows={rows}
      columns={[
        { label: t`Fatura`, Cell: Naming },
        { label: t`Valor`, Cell: Value, width: 'w-32' },
        { label: t`Vencimento`, Cell: DueDate, width: 'w-32' },
        { label: t`Situação`, Cell: InvoiceStatus, width: 'w-32' },
      ]}
      Note={NoNote}
      Actions={PayButton}
      isAlarming={({ status }) => status === 'overdue'}
      onEndNear={more}
    />
  )
}

const Naming = ({ row: { number, detail } }: { row: Invoice }) => (
  <span className="break-words">
    <span className="text-muted tabular">#{number}</span> <span className="font-medium">{detail}</span>
  </span>
)
/** Nothing of an invoice waits or was refused. */
const NoNote = () => null
const Value = ({ row }: { row: Invoice }) => <span className="text-ink tabular">{formatMoney(row.value)}</span>
const DueDate = ({ row }: { row: Invoice }) => <span className="tabular">{formatDate(row.dueDate)}</span>
