import { useLingui } from '@lingui/react/macro'
import { deviceWords } from 'db/users/device-words.ts'

/** What a passkey that is made here is called. */
export function usePlatformName(): string {
  const { t } = useLingui()
  const { browser, system } = deviceWords(navigator.userAgent)
  if (browser && system) return t`${browser} no ${system}`
  return browser ?? system ?? t`Chave de acesso`
}
