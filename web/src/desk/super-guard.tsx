import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { useActor } from '../lib/app/actor-context.tsx'
import { toastNotice } from '../lib/app/toast.ts'

/** As the specification has it: it is said, and then one is elsewhere. */
const readMs = 1000

/** What the operator's super users keep is not for anybody else, by whichever link. */
export function SuperGuard({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isSuper = useActor().super
  const refusal = t`Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.`
  useEffect(() => {
    if (isSuper) return
    toastNotice(refusal, 3000)
    const timer = setTimeout(() => void navigate({ to: '/', replace: true }), readMs)
    return () => clearTimeout(timer)
  }, [isSuper, refusal, navigate])
  return isSuper ? children : <p className="p-4 text-sm text-muted">{refusal}</p>
}
