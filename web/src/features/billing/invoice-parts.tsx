import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { createContext, use } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useAnswered } from '../../desk/server/use-online.ts'
import type { Invoice } from './answers.ts'

export function InvoiceStatus({ row: { status } }: { row: Invoice }) {
  const { t } = useLingui()
  const looks = {
    paid: { words: t`Pago`, variant: 'good' },
    // The row has the soft red itself.
    overdue: { words: t`Vencido`, variant: 'danger', className: 'bg-danger text-on-danger' },
    open: { words: t`Em Aberto`, variant: 'warning' },
    void: { words: t`Cancelada`, variant: 'neutral' },
  } as const
  const { words, ...look } = looks[status]
  return (
    <Badge shape="label" {...look}>
      {words}
    </Badge>
  )
}

/** Opens the checkout. */
export const PayContext = createContext<(invoice: Invoice) => void>(() => undefined)

/** At the end of an invoice's row. */
export function PayButton({ row }: { row: Invoice }) {
  const { number, status } = row
  const { t } = useLingui()
  const pay = use(PayContext)
  const answered = useAnswered()
  if (status === 'void') return null
  if (status === 'paid') {
    return (
      <span className="inline-flex h-8 items-center gap-1.5 px-3 text-sm text-muted uppercase touch:h-11">
        <Check aria-hidden className="size-4" />
        <Trans>Pago</Trans>
      </span>
    )
  }
  return (
    <Button variant="primary" disabled={!answered} aria-label={t`Pagar a fatura ${number}`} onClick={() => pay(row)}>
      <span className="uppercase">
        <Trans>Pagar</Trans>
      </span>
    </Button>
  )
}
