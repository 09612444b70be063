import { t } from '@lingui/core/macro'
import { toastDone, toastNotice } from '../lib/app/toast.ts'
import { isWaitingForNetwork } from '../sync/session-client.ts'

/** That something was saved: `text`, or, while there is no network, where it is and when it goes. */
export function toastSaved(text: string) {
  if (isWaitingForNetwork()) toastNotice(t`Salvo aqui; vai quando a conexão voltar.`, 4000)
  else toastDone(text)
}
