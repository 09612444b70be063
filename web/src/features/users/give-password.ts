// A password on its way to the server. It lies nowhere on the device but in this tab's memory, and for seconds only: what can't be set
// now is said, and set again by hand.
import { t } from '@lingui/core/macro'
import { errorMessage, refusedFields } from '../../lib/text/error-message.ts'
import { toastDone, toastProblem } from '../../lib/app/toast.ts'
import { whenTaken } from '../../sync/client.ts'
import { setPassword } from '../../sync/session-client.ts'

const patienceMs = 30_000

/** After the server has the user. Never throws. */
export async function givePassword(userId: string, name: string, password: string): Promise<void> {
  try {
    await whenTaken(userId, AbortSignal.timeout(patienceMs))
    await setPassword(userId, password)
    toastDone(t`Senha de ${name} definida.`)
  } catch (error) {
    const reason = refusedFields(error)['password'] ?? errorMessage(error)
    toastProblem(t`A senha de ${name} não foi definida. ${reason}`)
  }
}
