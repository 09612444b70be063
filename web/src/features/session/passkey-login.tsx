import { useState } from 'react'
import { Notice } from '../../components/ui/notice.tsx'
import { hasPasskeys, passkeyOptions, passkeyProblem } from '../../desk/second-factor/passkey.ts'
import { askLogin, finishLogin } from '../../sync/session-client.ts'
import { askedStep, type AskedStep } from './asked-step.ts'
import { PasskeyButton } from './passkey-button.tsx'

interface PasskeyLoginProps {
  /** Of the password that came before; null: in its place. */
  step: string | null
  onDone(): void
  /** There is more to say. */
  onAsked(step: AskedStep): void
}

/** The device's own lock in place of what is typed. Nothing where the browser has none. */
export function PasskeyLogin({ step, onDone, onAsked }: PasskeyLoginProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!hasPasskeys()) return null
  const enter = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const [{ startAuthentication }, answer] = await Promise.all([
        import('@simplewebauthn/browser'),
        askLogin('/passkey/options', step === null ? {} : { step }),
      ])
      const asked = passkeyOptions(answer)
      const response = await startAuthentication({ optionsJSON: asked.options })
      await finishLogin('POST', '/passkey', { step: asked.step, response, asksFirst: true })
      onDone()
    } catch (error) {
      const more = askedStep(error)
      if (more) return onAsked(more)
      setProblem(passkeyProblem(error))
      setBusy(false)
    }
  }
  return (
    <>
      <PasskeyButton disabled={busy} onClick={() => void enter()} />
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
    </>
  )
}
