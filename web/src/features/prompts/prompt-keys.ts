// Keys on their way to the server. They lie nowhere on the device but in this tab's memory, and for seconds only: what can't be set now is said, and
// set again by hand.
import { t } from '@lingui/core/macro'
import { errorMessage } from '../../lib/text/error-message.ts'
import { toastDone, toastProblem } from '../../lib/app/toast.ts'
import { whenTaken } from '../../sync/client.ts'
import { authorizedFetch, errorOf } from '../../sync/session-client.ts'

const patienceMs = 30_000

/** Null takes one away. */
export type Keys = { apiKey?: string | null; voiceKey?: string | null }

/** After the server has the prompt. Never throws. */
export async function giveKeys(promptId: string, name: string, keys: Keys): Promise<void> {
  try {
    await whenTaken(promptId, AbortSignal.timeout(patienceMs))
    await putKeys(promptId, keys)
    toastDone(t`Chaves de ${name} guardadas.`)
  } catch (error) {
    const reason = errorMessage(error)
    toastProblem(t`As chaves de ${name} não foram guardadas. ${reason}`)
  }
}

async function putKeys(promptId: string, keys: Keys) {
  const headers = { 'content-type': 'application/json' }
  const response = await authorizedFetch(`/api/prompt/${promptId}/keys`, {
    method: 'PUT',
    headers,
    body: JSON.stringify(keys),
  })
  if (!response.ok) throw await errorOf(response)
}
