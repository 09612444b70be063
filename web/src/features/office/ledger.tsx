// What came in from a company, what it did, and what somebody has to look at; a payment that was marked by mistake is taken back here.
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { noticeWords } from '../../desk/billing/notice-words.ts'
import { formatDate, formatDateTime } from '../../lib/text/date-time.ts'
import { formatMoney } from '../../lib/text/money.ts'
import type { CompanyInvoices } from './answers.ts'

export type Payment = CompanyInvoices['payments'][number]

interface LedgerProps {
  payments: readonly Payment[]
  /** Up to here the notices were seen. */
  seenAt: Date | null
  /** Nothing can be written now. */
  disabled: boolean
  onReverse(payment: Payment): void
  onSeen(): void
}

export function Ledger({ payments, seenAt, disabled, onReverse, onSeen }: LedgerProps) {
  const hasNews = payments.some((payment) => isNews(payment, seenAt))
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium text-muted">
          <Trans>Pagamentos</Trans>
        </h3>
        {hasNews && (
          <Button size="sm" disabled={disabled} onClick={onSeen}>
            <Trans>Avisos vistos</Trans>
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line">
        {payments.map((payment) => (
          <Line key={payment.id} payment={payment} seenAt={seenAt} disabled={disabled} onReverse={onReverse} />
        ))}
      </ul>
    </section>
  )
}

const needsLook = ({ effect, notices }: Payment) => effect === 'short' || effect === 'surplus' || notices.length > 0
const isNews = (payment: Payment, seenAt: Date | null) =>
  needsLook(payment) && (seenAt === null || payment.createdAt > seenAt)

type LineProps = Pick<LedgerProps, 'seenAt' | 'disabled' | 'onReverse'> & { payment: Payment }

function Line({ payment, seenAt, disabled, onReverse }: LineProps) {
  const { t } = useLingui()
  const { amount, paidAt, effect, dueBefore, dueAfter, planName, txid, by, note, notices, reversible } = payment
  const effects = {
    renewed: t`renovou`,
    short: t`valor menor que o devido`,
    surplus: t`a fatura já estava encerrada`,
    reversed: t`estorno`,
  }
  const moved = dueBefore.getTime() === dueAfter.getTime() ? '' : `${formatDate(dueBefore)} → ${formatDate(dueAfter)}`
  const facts = [moved, planName, txid === null ? '' : t`código ${txid.slice(-25)}`, by ?? '', note]
  return (
    <li className="flex flex-wrap items-start gap-2 py-2 text-sm">
      <span className="min-w-48 flex-1">
        <span className="flex flex-wrap items-center gap-2 tabular">
          {formatMoney(amount)} · {formatDateTime(paidAt)} · {effects[effect]}
          {isNews(payment, seenAt) && (
            <Badge shape="label" variant="warning">
              <Trans>Conferir</Trans>
            </Badge>
          )}
        </span>
        <span className="block break-words text-muted tabular">{facts.filter(Boolean).join(' · ')}</span>
        {notices.map((notice) => (
          <span key={notice.kind} className="mt-1 block">
            <Notice tone="warning">{noticeWords(notice)}</Notice>
          </span>
        ))}
      </span>
      {reversible && (
        <Button size="sm" disabled={disabled} onClick={() => onReverse(payment)}>
          <Trans>Estornar</Trans>
        </Button>
      )}
    </li>
  )
}
