// Assinatura: what the company has, until when, and where its bills go.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { PlanFacts, type PlanOption } from '../../components/plan-choice.tsx'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { noticeWords } from '../../desk/billing/notice-words.ts'
import { overWords } from '../../desk/billing/over-words.ts'
import { useAnswered } from '../../desk/server/use-online.ts'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { formatDate } from '../../lib/text/date-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { invoiceAnswer, profileAnswer, type Invoice, type Profile } from './answers.ts'
import { BillingEmail } from './billing-email.tsx'
import { CheckoutDialog } from './checkout/checkout-dialog.tsx'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { trialDays } from './trial-days.ts'
import { toOption } from './plan-option.ts'
import { useReloadWhenPaid } from './use-reload-when-paid.ts'

export function SubscriptionPage() {
  const { t } = useLingui()
  const { data, ...rest } = useServerData('/subscription', profileAnswer)
  const answered = useAnswered()
  useReloadWhenPaid(rest.reload)
  return (
    <ResourcePage
      title={t`Assinatura`}
      purpose={<Trans>O plano da sua empresa, até quando vale e para onde vão as cobranças.</Trans>}
      action={null}
    >
      <ServerNote {...rest} />
      {data && <Facts profile={data} onSaved={rest.reload} />}
      {!data && answered && rest.error === null && <Skeleton className="h-80 rounded-lg" />}
    </ResourcePage>
  )
}

function Facts({ profile, onSaved }: { profile: Profile; onSaved(): void }) {
  const { dueDate, overdue, openInvoiceId } = profile
  const invoice = useServerData(openInvoiceId && `/invoices/${openInvoiceId}`, invoiceAnswer).data
  const plan = toOption(profile.plan, true)
  const date = formatDate(dueDate)
  return (
    <div className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface px-4 *:py-4">
      <Trial profile={profile} />
      <Told profile={profile} />
      <Part label={<Trans>Plano</Trans>}>
        <PlanLine plan={plan} />
      </Part>
      <Part label={<Trans>Vencimento</Trans>}>
        <span className={overdue ? 'font-medium text-danger tabular' : 'tabular'}>
          {overdue ? <Trans>{date} (vencida)</Trans> : date}
        </span>
      </Part>
      <BillingEmail key={profile.email} email={profile.email ?? ''} onSaved={onSaved} />
      <Subscribe profile={profile} invoice={invoice} />
    </div>
  )
}

function Part({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <h2 className="text-sm font-medium text-muted">{label}</h2>
      <div className="text-base">{children}</div>
    </div>
  )
}

/** The days that are left; nothing once something was paid. */
function Trial({ profile: { trialExpiration } }: { profile: Profile }) {
  const { t } = useLingui()
  const days = trialDays(trialExpiration, useNow())
  if (days === null) return null
  return (
    <div>
      <Notice tone={days > 0 ? 'neutral' : 'warning'}>
        {days > 0
          ? plural(days, { one: 'Falta # dia do período de teste', other: 'Faltam # dias do período de teste' })
          : t`O período de teste terminou`}
      </Notice>
    </div>
  )
}

/** What the last payment did not do, and where more is used than the plan has. */
function Told({ profile: { notices, over } }: { profile: Profile }) {
  if (notices.length === 0 && over.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      {notices.map((notice) => (
        <Notice key={notice.kind} tone="warning">
          {noticeWords(notice)}
        </Notice>
      ))}
      {over.length > 0 && (
        <Notice tone="warning">
          <Trans>A empresa usa mais do que o plano tem.</Trans> {overWords(over)}
        </Notice>
      )}
    </div>
  )
}

function PlanLine({ plan }: { plan: PlanOption | null }) {
  if (!plan) return <Skeleton className="h-10 w-48" />
  return (
    <span className="flex flex-col gap-1">
      <span className="font-medium">{plan.name}</span>
      <PlanFacts plan={plan} />
    </span>
  )
}

/** What is owed can be paid here. */
function Subscribe({ profile: { openInvoiceId, dueDate }, invoice }: { profile: Profile; invoice: Invoice | null }) {
  const [paying, setPaying] = useState<Invoice | null>(null)
  const answered = useAnswered()
  const date = formatDate(dueDate)
  return (
    <div>
      {openInvoiceId === null ? (
        <p className="text-base text-muted">
          <Trans>Nada a pagar: sua assinatura vale até {date}.</Trans>
        </p>
      ) : (
        <Button variant="primary" size="lg" disabled={!answered || !invoice} onClick={() => setPaying(invoice)}>
          <Trans>Assine Agora!</Trans>
        </Button>
      )}
      {paying && <CheckoutDialog invoice={paying} onClosed={() => setPaying(null)} />}
    </div>
  )
}
