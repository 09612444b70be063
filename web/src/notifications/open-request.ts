// What the service worker says to a tab when a notification was clicked: show this conversation, without a reload.
import * as v from 'valibot'

const id = v.pipe(v.string(), v.uuid())
/** `noteId`: with this note of it. */
const openRequest = v.object({ kind: v.literal('open-ticket'), ticketId: id, noteId: v.optional(id) })
export type OpenRequest = v.InferOutput<typeof openRequest>

/** Called before anything is waited for: the browser keeps messages only until the page is parsed. */
export function onOpenRequest(open: (ticketId: string, noteId: string | undefined) => void) {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    const request = v.safeParse(openRequest, data)
    if (request.success) open(request.output.ticketId, request.output.noteId)
  })
}
