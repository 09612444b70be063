// Installing the service worker, again and again until there is one: a network that goes in the middle of it fails the whole, and what it has
// stored by then is not fetched again. Invariant: one attempt at a time; no attempt while an installing one may still get to its end.

/** Between attempts; a browser that is told at once that its network is back does not wait for it. */
export const retryMs = { first: 2000, most: 60 * 60_000 }

/**
 * Resolves when a worker is active. `wait`: at least that long, in ms.
 * @throws what `register` does, but TypeError: the network, or the server's answer, which may be another the next time
 */
export async function installUntilActive(
  register: () => Promise<ServiceWorkerRegistration | undefined>,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  for (let failures = 0; !(await isInstalled(register)); failures++) {
    await wait(Math.min(retryMs.most, retryMs.first * 2 ** failures))
  }
}

async function isInstalled(register: () => Promise<ServiceWorkerRegistration | undefined>): Promise<boolean> {
  try {
    const registration = await register()
    if (registration?.active) return true
    const worker = registration?.waiting ?? registration?.installing
    return worker ? await becomesActive(worker) : false
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function becomesActive(worker: ServiceWorker): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const look = () => {
    if (worker.state === 'activating' || worker.state === 'activated') resolve(true)
    if (worker.state === 'redundant') resolve(false)
  }
  worker.addEventListener('statechange', look)
  look()
  return promise.finally(() => worker.removeEventListener('statechange', look))
}
