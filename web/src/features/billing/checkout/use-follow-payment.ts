import { useEffect } from 'react'
import { noteRenewal } from '../../../desk/billing/renewal.ts'
import { useAnswered } from '../../../desk/server/use-online.ts'
import { ask, invoiceAnswer, profileAnswer } from '../answers.ts'

const everyMs = 3000

/** Asks whether the invoice is paid as long as somebody looks; what fails is asked again. Null: nothing is to be known. */
export function useFollowPayment(invoiceId: string | null) {
  const answered = useAnswered()
  useEffect(() => {
    if (invoiceId === null || !answered) return
    const gone = new AbortController()
    const { signal } = gone
    let asking = false
    const look = async () => {
      if (asking || document.visibilityState === 'hidden') return
      asking = true
      try {
        const { status } = await ask(`/invoices/${invoiceId}`, invoiceAnswer, { signal })
        if (status === 'paid') noteRenewal((await ask('/subscription', profileAnswer, { signal })).dueDate)
      } catch {
        // The next time tells.
      } finally {
        asking = false
      }
    }
    const timer = setInterval(() => void look(), everyMs)
    document.addEventListener('visibilitychange', () => void look(), { signal })
    return () => {
      clearInterval(timer)
      gone.abort()
    }
  }, [invoiceId, answered])
}
