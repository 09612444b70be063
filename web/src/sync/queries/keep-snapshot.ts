// Saves what the screen shows, soon after it changed and when the tab is hidden or closed. Not when the page is kept for going back: Chromium
// drops a page that has a transaction under way.
import { isAwake, whileAwake } from '../session/page-life.ts'
import { onLiveChange, shownResults } from './live-store.ts'
import { currentSession } from '../session/session.ts'
import { saveSnapshot } from './snapshot.ts'

const settleMs = 2000

export function keepSnapshot(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const giveUp = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const save = () => {
    giveUp()
    const session = currentSession()
    // Only a convenience of the next start: without space there is none.
    if (session)
      saveSnapshot(session.user.id, shownResults()).catch((error: unknown) => console.warn('snapshot', error))
  }
  onLiveChange(() => {
    if (isAwake()) timer ??= setTimeout(save, settleMs)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && isAwake()) save()
  })
  whileAwake(() => giveUp)
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) save()
  })
}
