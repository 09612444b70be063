// Tells colleagues that this person has a ticket before them, and whether they write. Worth nothing later: without network it is not told.
import type { ViewerState } from 'db/presences/viewers-table.ts'
import { createStopping } from '../../../../desk/conversation/presence/typing.ts'
import { authorizedFetch } from '../../../../sync/session-client.ts'

/** The server forgets it after 60 seconds. */
export const repeatMs = 25_000
/** Who passes by on the way to another ticket is not told of, and a conversation that opens has better to do. */
export const passingMs = 300

let told: { ticketId: string; state: ViewerState; at: number } | undefined
const stopping = createStopping(() => told && say(told.ticketId, 'viewing'))

/** Says it when it is news, or when it would be forgotten. */
export function tellViewing(ticketId: string, state: ViewerState) {
  const wasTyping = told?.ticketId === ticketId && told.state === 'typing'
  if (state === 'viewing' && wasTyping) return stopping.rests()
  if (state === 'typing') stopping.wrote()
  else stopping.drop()
  say(ticketId, state)
}

function say(ticketId: string, state: ViewerState) {
  const now = performance.now()
  const known = told?.ticketId === ticketId && told.state === state && now - told.at < repeatMs - 1_000
  if (known) return
  told = { ticketId, state, at: now }
  send(ticketId, state)
}

export function tellLeft(ticketId: string) {
  if (told?.ticketId !== ticketId) return
  stopping.drop()
  told = undefined
  const post = () => send(ticketId, 'left')
  // A page that is going away has no later; else the conversation that takes its place comes first.
  if (document.visibilityState === 'hidden') post()
  else setTimeout(post)
}

function send(ticketId: string, state: ViewerState | 'left') {
  if (!navigator.onLine) return
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ state })
  // A page that is going away has still to say so.
  const options = { method: 'POST', headers, body, keepalive: true }
  authorizedFetch(`/api/tickets/${ticketId}/viewing`, options).catch(() => undefined)
}
