// When the company has paid, every tab of it says so and goes on: what waits is sent, and who stands at the bills goes back to work.
import { useLingui } from '@lingui/react/macro'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isOverdue } from '../../desk/overdue.ts'
import { noteRenewal, renewedUntil } from '../../desk/billing/renewal.ts'
import { toastNotice } from '../../lib/app/toast.ts'
import { formatDate } from '../../lib/text/date-time.ts'
import { useStable } from '../../lib/use-stable.ts'
import { catchUp } from '../../sync/client.ts'
import { useSyncStatus } from '../../sync/session-client.ts'
import { isBillingPath } from './screens.ts'
import { useConfined } from './use-confined.ts'

/** From the news to the way back. */
const leaveMs = 4000

export function useRenewalWatch(company: { dueDate: Date } | undefined) {
  useWatchedDueDate(company?.dueDate)
  useRenewalNews()
}

/**
 * The due date as this run of the app has known it, told when it grows. What came while the app was closed is no news, nor are rows that are
 * still being caught up with: they begin with what was true some time ago.
 */
function useWatchedDueDate(dueDate: Date | undefined) {
  const onBilling = useOnBilling()
  const late = useSyncStatus(isOverdue)
  const since = useSyncStatus(({ overdue }) => overdue?.since)
  const live = useSyncStatus(({ phase }) => phase === 'live')
  const told = late && since ? Date.parse(since) : undefined
  const now = live ? dueDate?.getTime() : told
  const known = useRef<number>(undefined)
  useEffect(() => {
    if (now === undefined) return
    const before = known.current
    known.current = now
    if (before === undefined || now <= before || now <= Date.now()) return
    if (late || onBilling || before < Date.now()) noteRenewal(new Date(now))
  }, [now, late, onBilling])
}

function useRenewalNews() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const renewed = useSyncExternalStore(renewedUntil.subscribe, renewedUntil.get)
  const onBilling = useOnBilling()
  const confined = useConfined()
  const [leaving, setLeaving] = useState(false)
  const tell = useStable((until: number) => {
    const date = formatDate(new Date(until))
    toastNotice(t`Sua assinatura foi renovada até ${date}!`, leaveMs)
  })
  useEffect(() => {
    if (renewed === null) return
    tell(renewed)
    catchUp().catch(() => undefined)
    const timer = setTimeout(() => setLeaving(true), leaveMs)
    return () => clearTimeout(timer)
  }, [renewed, tell])
  const leave = useStable(() => {
    setLeaving(false)
    if (onBilling) void navigate({ to: '/' })
  })
  // Until the server lets the company in again, every way leads back to the bills.
  useEffect(() => {
    if (leaving && !confined) leave()
  }, [leaving, confined, leave])
}

function useOnBilling(): boolean {
  return useRouterState({ select: ({ location }) => isBillingPath(location.pathname) })
}
