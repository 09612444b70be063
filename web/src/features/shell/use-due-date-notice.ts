import { plural, t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { toastNotice } from '../../lib/app/toast.ts'
import { useNow } from '../../lib/use-now.ts'
import { dueDays } from './due-days.ts'

const shownMs = 6000

/** When the app is opened in the last days, and once for each day that it stays open. */
export function useDueDateNotice(company: { dueDate: Date; operator: boolean } | undefined) {
  const now = useNow()
  const days = company?.operator === false ? dueDays(company.dueDate, now) : null
  useEffect(() => {
    if (days === null) return
    toastNotice(
      days === 0
        ? t`Sua assinatura vence hoje`
        : plural(days, { one: 'Sua assinatura vence em # dia', other: 'Sua assinatura vence em # dias' }),
      shownMs,
    )
  }, [days])
}
