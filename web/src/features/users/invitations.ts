// An invitation on its way: asked of the server once it has the user. A link that is not mailed is shown to whoever asked, and nobody else.
import { t } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { callServer } from '../../desk/server/server-call.ts'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { errorMessage } from '../../lib/text/error-message.ts'
import { toastDone, toastProblem } from '../../lib/app/toast.ts'
import { whenTaken } from '../../sync/client.ts'

const info = v.object({ mail: v.optional(v.boolean(), false) })

/** Whether this installation mails. */
export const useSendsMail = (): boolean => useServerData('/companies/cadastro', info).data?.mail ?? false

const answer = v.object({ path: v.nullable(v.string()) })

/** The link, to be sent by hand; null: it was mailed. @throws AppError with the server's code; TypeError when the network fails */
export async function invite(userId: string, by: 'mail' | 'link'): Promise<string | null> {
  const { path } = v.parse(answer, await callServer('POST', `/users/${userId}/invitation`, { by }))
  return path === null ? null : location.origin + path
}

export interface MadeInvitation {
  name: string
  link: string
}

let made: MadeInvitation | null = null
const listeners = new Set<() => void>()

export function showInvitation(invitation: MadeInvitation | null) {
  made = invitation
  listeners.forEach((listener) => listener())
}

/** What is to be shown now: the form that asked for it has closed. */
export function useMadeInvitation(): MadeInvitation | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => made,
  )
}

const patienceMs = 30_000

/** After the server has the user. Never throws. */
export async function inviteNew(userId: string, name: string, by: 'mail' | 'link'): Promise<void> {
  try {
    await whenTaken(userId, AbortSignal.timeout(patienceMs))
    const link = await invite(userId, by)
    if (link === null) toastDone(t`Convite enviado a ${name}.`)
    else showInvitation({ name, link })
  } catch (error) {
    const reason = errorMessage(error)
    toastProblem(t`O convite de ${name} não foi feito. ${reason}`)
  }
}
