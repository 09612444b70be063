// Writes that are the server's alone, at once and online: nothing of them waits on the device. Said in passing how it went.
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useOnline } from './use-online.ts'
import { toastDone, toastProblem } from '../../lib/app/toast.ts'
import { errorMessage, refusedFields } from '../../lib/text/error-message.ts'
import { authorizedFetch, errorOf } from '../../sync/session-client.ts'

/** A body where the call has one. */
export type ServerCall = [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object]

/** `path` below /api. Resolves with the answer, null where it is empty. @throws AppError with the server's code; TypeError when the network fails */
export async function callServer(...[method, path, body]: ServerCall): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const response = await authorizedFetch(
    `/api${path}`,
    body === undefined ? { method } : { method, headers, body: JSON.stringify(body) },
  )
  if (!response.ok) throw await errorOf(response)
  toastDone(t`Operação realizada com sucesso!`)
  return response.status === 204 ? null : response.json()
}

export function toastFailure(error: unknown) {
  toastProblem(`${t`Não foi possível realizar a operação`}. ${errorMessage(error)}`)
}

/** For what is pressed: one at a time, and online. `send` resolves with what was answered, null when it was not done; `refuse` is told of fields. */
export function useServerCall(refuse?: (words: Record<string, string>) => void) {
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const send = async (...call: ServerCall): Promise<{ answer: unknown } | null> => {
    setBusy(true)
    try {
      return { answer: await callServer(...call) }
    } catch (error) {
      refuse?.(refusedFields(error))
      toastFailure(error)
      return null
    } finally {
      setBusy(false)
    }
  }
  return { disabled: busy || !online, send }
}
