// Which tab makes the sounds: the one that holds this lock, which the browser hands on when the tab is closed or crashes. The service
// worker asks whether there is one, so that a notification does not sound a second time.
const lockName = 'sound-duty'

/** Until `signal` is aborted; `onDuty` is called when no other tab has it any more. */
export async function takeSoundDuty(signal: AbortSignal, onDuty: () => void): Promise<void> {
  const until = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const hold = () => {
    onDuty()
    return until
  }
  // It rejects when the wait for it is given up.
  await navigator.locks.request(lockName, { signal }, hold).catch(() => undefined)
}

export async function isSoundOnDuty(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockName)
}
