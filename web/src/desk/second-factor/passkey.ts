// Passkeys as the browser makes and uses them: what the server asks for, and what it means when nothing came.
import { t } from '@lingui/core/macro'
// Of the library the types alone: the login's first files have this one, and who takes a passkey waits for it then.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import * as v from 'valibot'
import { errorMessage } from '../../lib/text/error-message.ts'

const asked = v.object({ step: v.string(), options: v.looseObject({ challenge: v.string() }) })

interface Asked<Options> {
  step: string
  options: Options
}

/** Browsers make none for an address of numbers, nor without HTTPS elsewhere than on this machine. */
export const hasPasskeys = () =>
  'PublicKeyCredential' in window && window.isSecureContext && !/^[\d.]+$|:/.test(window.location.hostname)

/** As the server's library made them: the browser's reads them. */
export const passkeyOptions = (answer: unknown) =>
  v.parse(asked, answer) as unknown as Asked<PublicKeyCredentialRequestOptionsJSON>
export const newPasskeyOptions = (answer: unknown) =>
  v.parse(asked, answer) as unknown as Asked<PublicKeyCredentialCreationOptionsJSON>

/** Somebody changed their mind, or the browser has none that fits. */
export function passkeyProblem(error: unknown): string {
  if (!(error instanceof Error)) return errorMessage(error)
  if (error.name === 'InvalidStateError') return t`Este aparelho já tem uma chave de acesso sua.`
  if (['NotAllowedError', 'AbortError', 'SecurityError', 'NotSupportedError'].includes(error.name))
    return t`A chave de acesso não foi usada. Tente de novo, ou siga de outro jeito.`
  return errorMessage(error)
}
