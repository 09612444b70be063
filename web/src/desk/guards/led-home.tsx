import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toastNotice } from '../../lib/app/toast.ts'

/** As the specification has it: it is said, and then one is elsewhere. */
const readMs = 1000

export function LedHome() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const refusal = t`Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.`
  useEffect(() => {
    toastNotice(refusal, 3000)
    const timer = setTimeout(() => void navigate({ to: '/', replace: true }), readMs)
    return () => clearTimeout(timer)
  }, [refusal, navigate])
  return <p className="p-4 text-sm text-muted">{refusal}</p>
}
