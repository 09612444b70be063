// Tells the server, and so the customer or the team, that somebody writes here. Worth nothing later: without network it is not told.
import { authorizedFetch } from '../../../sync/session-client.ts'
import { createTyping, type Typing } from './typing.ts'

/** `path`: of the conversation, below /api. */
export function createTypingTeller(path: string): Typing {
  /** One after the other: a pause that overtakes its beginning would be undone by it. */
  let under: Promise<unknown> = Promise.resolve()
  return createTyping((state) => {
    if (!navigator.onLine) return
    const body = JSON.stringify({ state })
    const headers = { 'content-type': 'application/json' }
    const tell = () => authorizedFetch(`/api${path}/typing`, { method: 'POST', headers, body })
    under = under.then(tell).catch(() => undefined)
  })
}
