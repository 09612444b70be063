import { Trans, useLingui } from '@lingui/react/macro'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import * as v from 'valibot'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { errorMessage } from '../../lib/text/error-message.ts'
import { CodeField } from './code-field.tsx'

const answer = v.object({ secret: v.string(), uri: v.string() })
export type NewAuthenticator = v.InferOutput<typeof answer>
export const newAuthenticator = (told: unknown): NewAuthenticator => v.parse(answer, told)

interface AuthenticatorSetupProps {
  authenticator: NewAuthenticator
  /** @throws what the server refuses */
  onConfirm(code: string): Promise<void>
}

/** What is scanned, and the first code that shows that it was. */
export function AuthenticatorSetup({ authenticator: { secret, uri }, onConfirm }: AuthenticatorSetupProps) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isWhole = /^\d{6}$/.test(code.trim())
  const confirm = async () => {
    if (!isWhole) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onConfirm(code.trim())
    } catch (error) {
      setProblem(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-base">
        <Trans>
          Abra um aplicativo autenticador no celular, leia o código e digite os seis números que ele mostrar.
        </Trans>
      </p>
      {/* White, also in the dark: cameras read nothing else. */}
      <div className="self-center rounded-lg border border-line bg-white p-3">
        <QRCodeSVG value={uri} size={184} level="M" role="img" aria-label={t`QR code do autenticador`} />
      </div>
      <Field
        label={t`Ou digite esta chave no aplicativo`}
        value={secret}
        readOnly
        className="font-mono"
        onFocus={(event) => event.target.select()}
      />
      <CodeField code={code} onChange={setCode} onEnter={() => void confirm()} />
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      <Button variant="primary" size="lg" disabled={busy || !isWhole} onClick={() => void confirm()}>
        <Trans>Confirmar</Trans>
      </Button>
    </div>
  )
}
