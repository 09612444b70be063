// How an invoice is paid: who pays, for which plan, what it comes to, and the Pix code. Nothing of a card is asked. Whoever pays in another
// tab, or by phone, is seen here too.
import { useLingui } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import { Dialog, DialogBody } from '../../../components/ui/dialog.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { useOfferedPlans } from '../../../desk/billing/plans.ts'
import { renewedUntil } from '../../../desk/billing/renewal.ts'
import { useAnswered } from '../../../desk/server/use-online.ts'
import { useServerData } from '../../../desk/server/use-server-data.ts'
import { profileAnswer, type Invoice } from '../answers.ts'
import { ServerNote } from '../../../desk/server/server-note.tsx'
import { PaidView } from './paid-view.tsx'
import { Steps } from './steps.tsx'
import { useFollowPayment } from './use-follow-payment.ts'

interface CheckoutDialogProps {
  invoice: Invoice
  /** It has left the screen. */
  onClosed(): void
}

export function CheckoutDialog({ invoice, onClosed }: CheckoutDialogProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(true)
  const { number } = invoice
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      placement="right"
      title={t`Pagar a fatura ${number}`}
      className="sm:w-md"
    >
      <Contents invoice={invoice} />
    </Dialog>
  )
}

function Contents({ invoice }: { invoice: Invoice }) {
  const [paidBefore] = useState(renewedUntil.get)
  const renewed = useSyncExternalStore(renewedUntil.subscribe, renewedUntil.get)
  const isPaid = renewed !== null && renewed !== paidBefore
  useFollowPayment(isPaid ? null : invoice.id)
  const answered = useAnswered()
  const profile = useServerData('/subscription', profileAnswer)
  const plans = useOfferedPlans()
  if (isPaid) return <PaidView until={new Date(renewed)} />
  const failed = profile.error === null ? plans : profile
  return (
    <>
      {(!answered || failed.error !== null) && (
        <DialogBody className="flex-none">
          <ServerNote {...failed} />
        </DialogBody>
      )}
      {profile.data && plans.data && <Steps invoice={invoice} profile={profile.data} offered={plans.data} />}
      {!(profile.data && plans.data) && answered && failed.error === null && (
        <DialogBody>
          <Skeleton className="h-96 rounded-md" />
        </DialogBody>
      )}
    </>
  )
}
