// What the service worker says to a tab when a notification was clicked: show this conversation, without a reload.
import * as v from 'valibot'

const openRequest = v.object({ kind: v.literal('open-ticket'), ticketId: v.pipe(v.string(), v.uuid()) })
export type OpenRequest = v.InferOutput<typeof openRequest>

/** Called before anything is waited for: the browser keeps messages only until the page is parsed. */
export function onOpenRequest(open: (ticketId: string) => void) {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    const request = v.safeParse(openRequest, data)
    if (request.success) open(request.output.ticketId)
  })
}
