// Tells the server, and so the customer or the team, that somebody writes here. Worth nothing later: without network it is not told.
import { authorizedFetch } from '../../../sync/session-client.ts'

export type TypingState = 'composing' | 'recording' | 'paused'

/** WhatsApp forgets it after a while, so who goes on writing says so again. */
const repeatMs = 5_000
/** Without a key for so long nobody is writing. */
const pauseMs = 6_000

export interface TypingTeller {
  note(state: TypingState): void
}

/** `path`: of the conversation, below /api. */
export function createTypingTeller(path: string): TypingTeller {
  let said: TypingState = 'paused'
  let saidAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** One after the other: a pause that overtakes its beginning would be undone by it. */
  let under: Promise<unknown> = Promise.resolve()

  function say(state: TypingState) {
    said = state
    saidAt = performance.now()
    if (!navigator.onLine) return
    const body = JSON.stringify({ state })
    const headers = { 'content-type': 'application/json' }
    const tell = () => authorizedFetch(`/api${path}/typing`, { method: 'POST', headers, body })
    under = under.then(tell).catch(() => undefined)
  }

  return {
    note(state) {
      clearTimeout(timer)
      const isNews = state !== said || (state !== 'paused' && performance.now() - saidAt > repeatMs)
      if (isNews) say(state)
      // A recording goes on without keys.
      if (state === 'composing') timer = setTimeout(() => say('paused'), pauseMs)
    },
  }
}
