import { useLingui } from '@lingui/react/macro'
import { startAuthentication } from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { hasPasskeys, passkeyOptions, passkeyProblem } from '../../desk/second-factor/passkey.ts'
import { askLogin, finishLogin } from '../../sync/client.ts'

interface PasskeyLoginProps {
  /** Of the password that came before; null: in its place. */
  step: string | null
  onDone(): void
}

/** The device's own lock in place of what is typed. Nothing where the browser has none. */
export function PasskeyLogin({ step, onDone }: PasskeyLoginProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!hasPasskeys()) return null
  const enter = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const asked = passkeyOptions(await askLogin('/passkey/options', step === null ? {} : { step }))
      const response = await startAuthentication({ optionsJSON: asked.options })
      await finishLogin('POST', '/passkey', { step: asked.step, response })
      onDone()
    } catch (error) {
      setProblem(passkeyProblem(error))
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="lg" disabled={busy} onClick={() => void enter()}>
        <KeyRound aria-hidden /> {t`Usar chave de acesso`}
      </Button>
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
    </>
  )
}
