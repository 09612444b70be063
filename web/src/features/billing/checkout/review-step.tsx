import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PlanOption } from '../../../components/plan-choice.tsx'
import { Fact } from '../../../components/fact-sheet.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { formatDate } from '../../../lib/text/date-time.ts'
import { formatMoney } from '../../../lib/text/money.ts'
import type { Invoice } from '../answers.ts'
import type { Payer } from './payer-step.tsx'
import { priceOf } from './price-of.ts'

interface ReviewStepProps {
  invoice: Invoice
  plan: PlanOption
  payer: Payer
  /** Why it can't be paid like this. */
  problem: ReactNode
}

export function ReviewStep({ invoice, plan, payer, problem }: ReviewStepProps) {
  const { t } = useLingui()
  const { number, detail, months, dueDate } = invoice
  const period = plural(months, { one: '# mês', other: '# meses' })
  const price = formatMoney(priceOf(invoice, plan))
  const due = formatDate(dueDate)
  const name = [payer.firstName, payer.lastName].filter(Boolean).join(' ')
  const place = [payer.city, payer.state].filter(Boolean).join(', ')
  return (
    <>
      <dl className="flex flex-col gap-3">
        <Fact label={t`Fatura`}>
          #{number} {detail}, <Trans>vencimento em {due}</Trans>
        </Fact>
        <Fact label={t`Plano`}>
          {plan.name}, {period}
        </Fact>
        <Fact label={t`Quem paga`}>
          {name}
          {'\n'}
          {payer.address2}
          {'\n'}
          {place}, {payer.zipcode}
        </Fact>
        <Fact label={t`Forma de pagamento`}>Pix</Fact>
      </dl>
      {!plan.own && (
        <Notice>
          <Trans>O plano muda quando o pagamento for confirmado.</Trans>
        </Notice>
      )}
      <p className="flex items-baseline justify-between border-t border-line pt-3">
        <span className="text-base font-medium">
          <Trans>Total</Trans>
        </span>
        <span className="text-xl font-semibold tabular">{price}</span>
      </p>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
    </>
  )
}
