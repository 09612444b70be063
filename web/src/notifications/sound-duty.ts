// Which tab makes the sounds: the one that holds this lock, which the browser hands on when the tab is closed or crashes. The service
// worker asks whether there is one, so that a notification does not sound a second time.
import { holdLock } from '../sync/background.ts'

const lockName = 'sound-duty'

/** Until `signal` is aborted; `onDuty` is called when no other tab has it any more, and again after the page was put away. */
export function takeSoundDuty(signal: AbortSignal, onDuty: () => void): void {
  const end = holdLock(lockName, {}, onDuty)
  signal.addEventListener('abort', end)
}

export async function isSoundOnDuty(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockName)
}
