import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import {
  AuthenticatorSetup,
  newAuthenticator,
  type NewAuthenticator,
} from '../../desk/second-factor/authenticator-setup.tsx'
import { RecoveryCodes } from '../../desk/second-factor/recovery-codes.tsx'
import { errorMessage } from '../../lib/text/error-message.ts'
import { askLogin, finishLogin } from '../../sync/session-client.ts'

interface SetupFactorProps {
  step: string
  onDone(): void
  /** Back to the password. */
  onLeft(): void
}

const answer = v.object({ recoveryCodes: v.array(v.string()) })

/** The company wants a second factor of everybody: it is made here, and then they are in. */
export function SetupFactor({ step, onDone, onLeft }: SetupFactorProps) {
  const [authenticator, setAuthenticator] = useState<NewAuthenticator>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const gone = new AbortController()
    askLogin('/authenticator', { step }).then(
      (told) => gone.signal.aborted || setAuthenticator(newAuthenticator(told)),
      (error: unknown) => gone.signal.aborted || setProblem(errorMessage(error)),
    )
    return () => gone.abort()
  }, [step])
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />
  const confirm = async (code: string) =>
    setCodes(v.parse(answer, await finishLogin('PUT', '/authenticator', { step, code })).recoveryCodes)
  return (
    <>
      <p className="text-base">
        <Trans>Sua empresa pede mais do que a senha. Crie a verificação uma vez; depois é só digitar um código.</Trans>
      </p>
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      {authenticator === undefined && problem === undefined && <Skeleton className="h-64 w-full" />}
      {authenticator && <AuthenticatorSetup authenticator={authenticator} onConfirm={confirm} />}
      <Button variant="ghost" onClick={onLeft}>
        <Trans>Voltar</Trans>
      </Button>
    </>
  )
}
