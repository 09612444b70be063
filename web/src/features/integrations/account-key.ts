// The service account on its way to the server. It lies nowhere on the device but in this tab's memory, and for seconds only.
import { t } from '@lingui/core/macro'
import { toastDone, toastProblem } from '../../lib/app/toast.ts'
import { errorMessage } from '../../lib/text/error-message.ts'
import { whenTaken } from '../../sync/client.ts'
import { authorizedFetch, errorOf } from '../../sync/session-client.ts'

const patienceMs = 30_000

/** After the server has the integration. Never throws. */
export async function giveAccount(id: string, name: string, jsonContent: string): Promise<void> {
  try {
    await whenTaken(id, AbortSignal.timeout(patienceMs))
    const response = await authorizedFetch(`/api/queueIntegration/${id}/keys`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonContent }),
    })
    if (!response.ok) throw await errorOf(response)
    toastDone(t`Chave de ${name} guardada.`)
  } catch (error) {
    const reason = errorMessage(error)
    toastProblem(t`A chave de ${name} não foi guardada. ${reason}`)
  }
}
