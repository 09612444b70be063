import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ComponentProps } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { CodeField } from '../../desk/second-factor/code-field.tsx'
import { errorMessage } from '../../lib/text/error-message.ts'
import { finishLogin } from '../../sync/session-client.ts'
import { askedStep, type AskedStep } from './asked-step.ts'
import { PasskeyLogin } from './passkey-login.tsx'

interface SecondFactorProps {
  step: string
  methods: readonly string[]
  onDone(): void
  /** There is more to say. */
  onAsked(step: AskedStep): void
  /** Back to the password. */
  onLeft(): void
}

/** What is shown beside the password: a code, a passkey, or a code that was kept for this. */
export function SecondFactor({ step, methods, onDone, onAsked, onLeft }: SecondFactorProps) {
  const { t } = useLingui()
  const [recovering, setRecovering] = useState(false)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const asksCode = recovering || methods.includes('code')
  const enter = async () => {
    if (code.trim().length < 6) return
    setBusy(true)
    setProblem(undefined)
    try {
      await finishLogin('POST', '/code', { step, code: code.trim(), asksFirst: true })
      onDone()
    } catch (error) {
      const more = askedStep(error)
      if (more) return onAsked(more)
      setProblem(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <>
      {asksCode && !recovering && (
        <>
          <p className="text-base">
            <Trans>Digite o código que o aplicativo autenticador mostra agora.</Trans>
          </p>
          <CodeField code={code} onChange={setCode} onEnter={() => void enter()} />
        </>
      )}
      {recovering && <RecoveryField code={code} onChange={setCode} onEnter={() => void enter()} />}
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      {asksCode && (
        <Button variant="primary" size="lg" disabled={busy || code.trim().length < 6} onClick={() => void enter()}>
          {busy ? t`Entrando…` : t`Entrar`}
        </Button>
      )}
      {methods.includes('passkey') && <PasskeyLogin step={step} onDone={onDone} onAsked={onAsked} />}
      {methods.includes('recovery') && (
        <Button
          onClick={() => {
            setRecovering(!recovering)
            setCode('')
          }}
        >
          {recovering ? <Trans>Usar outro jeito</Trans> : <Trans>Usar um código de recuperação</Trans>}
        </Button>
      )}
      <Button variant="ghost" onClick={onLeft}>
        <Trans>Voltar</Trans>
      </Button>
    </>
  )
}

function RecoveryField({ code, onChange, onEnter }: ComponentProps<typeof CodeField>) {
  const { t } = useLingui()
  return (
    <Field
      label={t`Código de recuperação`}
      help={t`Um dos dez que você guardou. Depois de usado, ele não vale mais.`}
      value={code}
      autoComplete="off"
      autoCapitalize="none"
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && onEnter()}
    />
  )
}
