// Logouts that the server has not heard of. They lie in IndexedDB, which outlives tabs, the browser and the local database, and go out
// before anything else: at the start of the app, when the network is back, before a login, and from the service worker.
// Invariant: each goes under the token of the login that it ends and, once somebody else may have logged in, without cookies.
import { clientHeader, clientProtocol } from 'db/kit/client-protocol.ts'
import { requestFlush } from '../outbox/background-sync.ts'
import { waitBackoff } from '../kit/backoff.ts'
import { browserStore, transact } from '../kit/browser-store.ts'

export interface OwedLogout {
  /** Access token, maybe run out: it still says which login is meant. */
  token: string
  /** ms since 1970, by this device. */
  at: number
}

const answerMs = 10_000
/** By then the server has let the login lapse. */
const lapsedMs = 8 * 86_400_000

export const owedLogouts = 'logouts'

export async function readOwedLogouts(): Promise<readonly OwedLogout[]> {
  const fact = await browserStore.get('device', owedLogouts)
  return fact?.kind === 'logouts' ? fact.owed : []
}

/** Held by whoever asks for something that sets the refresh cookie or takes it away. */
export const cookieLock = 'auth-refresh'

/** The lock is held. Whether nothing is owed any more. `same-origin`: also the cookie goes, for who is just leaving. */
export async function deliverLogouts(credentials: 'omit' | 'same-origin' = 'omit'): Promise<boolean> {
  for (const { token, at } of await readOwedLogouts()) {
    if (Date.now() - at < lapsedMs && !(await isTaken(token, credentials))) return false
    await settle(token)
  }
  return true
}

async function isTaken(token: string, credentials: RequestCredentials): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, [clientHeader]: String(clientProtocol) }
  const signal = AbortSignal.timeout(answerMs)
  const init = { method: 'DELETE', headers, credentials, signal, keepalive: true }
  const response = await fetch('/api/auth/logout', init).catch(() => undefined)
  // Anything else may come from somewhere between.
  return response?.status === 204
}

async function settle(token: string) {
  await transact(['device'], 'readwrite', async (transaction) => {
    const device = transaction.objectStore('device')
    const fact = await device.get(owedLogouts)
    const owed = fact?.kind === 'logouts' ? fact.owed.filter((one) => one.token !== token) : []
    if (owed.length > 0) await device.put({ kind: 'logouts', owed }, owedLogouts)
    else await device.delete(owedLogouts)
  })
}

let delivering = false
/** Asked for while others were on their way: how the next attempt goes. */
let asked: 'omit' | 'same-origin' | null = null

/** Until nothing is owed: from a tab, and by the service worker where the tab is closed before. `first`: as `deliverLogouts`. */
export async function keepLogoutsDelivered(first: 'omit' | 'same-origin' = 'omit'): Promise<void> {
  asked = first
  if (delivering) return
  delivering = true
  try {
    for (let failures = 0; ;) {
      const credentials = asked ?? 'omit'
      asked = null
      if (await navigator.locks.request(cookieLock, () => deliverLogouts(credentials))) {
        if (asked === null) return
        continue
      }
      void requestFlush()
      await waitBackoff(++failures)
    }
  } finally {
    delivering = false
  }
}
