import { plural } from '@lingui/core/macro'
import { useEffect } from 'react'
import { toastNotice } from '../../lib/toast.ts'

const dayMs = 86_400_000
const warnDays = 5
const shownMs = 6000

/** Once per visit, when fewer than five days remain. */
export function useDueDateNotice(company: { dueDate: Date; operator: boolean } | undefined) {
  const due = company?.operator === false ? company.dueDate.getTime() : null
  useEffect(() => {
    if (due === null) return
    const days = Math.ceil((due - Date.now()) / dayMs)
    if (days < 1 || days >= warnDays) return
    toastNotice(
      plural(days, { one: 'Sua assinatura vence em # dia', other: 'Sua assinatura vence em # dias' }),
      shownMs,
    )
  }, [due])
}
