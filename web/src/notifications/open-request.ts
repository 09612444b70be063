// What the service worker says to a tab when a notification was clicked: show this conversation, without a reload.
import * as v from 'valibot'
import type { Told } from './notification.ts'

const uuid = v.pipe(v.string(), v.uuid())
const openRequest = v.variant('kind', [
  v.object({ kind: v.literal('open-ticket'), ticketId: uuid, noteId: v.optional(uuid) }),
  v.object({ kind: v.literal('open-chat'), chatId: uuid }),
])
type OpenRequest = v.InferOutput<typeof openRequest>

export const openRequestOf = ({ kind, id, noteId }: Told): OpenRequest =>
  kind === 'chat' ? { kind: 'open-chat', chatId: id } : { kind: 'open-ticket', ticketId: id, noteId }

/** Called before anything is waited for: the browser keeps messages only until the page is parsed. */
export function onOpenRequest(open: (told: Told) => void) {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    const { success, output } = v.safeParse(openRequest, data)
    if (!success) return
    if (output.kind === 'open-chat') open({ kind: 'chat', id: output.chatId })
    else open({ kind: 'ticket', id: output.ticketId, noteId: output.noteId })
  })
}
