// Saves what the screen shows, soon after it changed and when the tab is hidden.
import { onLiveChange, shownResults } from './live-store.ts'
import { currentSession } from './session.ts'
import { saveSnapshot } from './snapshot.ts'

const settleMs = 2000

export function keepSnapshot(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    const session = currentSession()
    // Only a convenience of the next start: without space there is none.
    if (session)
      saveSnapshot(session.user.id, shownResults()).catch((error: unknown) => console.warn('snapshot', error))
  }
  onLiveChange(() => (timer ??= setTimeout(save, settleMs)))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save()
  })
}
