// POST /subscription: the Pix code of an invoice, with what is wrong in words.
import { useLingui } from '@lingui/react/macro'
import { AppError } from 'db/kit/errors.ts'
import { useRef, useState } from 'react'
import { noteRenewal } from '../../../desk/billing/renewal.ts'
import { toastNotice } from '../../../lib/app/toast.ts'
import { errorMessage } from '../../../lib/text/error-message.ts'
import { ask, chargeAnswer, profileAnswer, type Charge } from '../answers.ts'
import type { Payer } from './payer-step.tsx'
import { tooSmallWords } from './too-small-words.ts'

const toldMs = 6000

export interface Order extends Payer {
  invoiceId: string
  /** Its id. */
  plan: string
}

export function useCharge() {
  const { t } = useLingui()
  const [charge, setCharge] = useState<Charge | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const paying = useRef(false)

  async function pay(order: Order) {
    if (paying.current) return
    paying.current = true
    setBusy(true)
    setProblem(null)
    try {
      setCharge(await ask('/subscription', chargeAnswer, jsonPost(order)))
      toastNotice(t`Assinatura realizada com sucesso!, aguardando a realização do pagamento`, toldMs)
    } catch (error) {
      setProblem(await problemWords(error))
    } finally {
      paying.current = false
      setBusy(false)
    }
  }
  return { charge, busy, problem, pay, forgetProblem: () => setProblem(null) }
}

async function problemWords(error: unknown): Promise<string> {
  const code = error instanceof AppError ? error.code : undefined
  if (code === 'ERR_PLAN_TOO_SMALL') return tooSmallWords(error)
  // Somebody was faster.
  if (code === 'ERR_INVOICE_PAID') {
    const now = await ask('/subscription', profileAnswer).catch(() => null)
    if (now) noteRenewal(now.dueDate)
  }
  return errorMessage(error)
}

function jsonPost(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
