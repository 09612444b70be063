// Whether this device works without a local database: too little memory for one, or it failed here not long ago.
import { browserStore } from '../kit/browser-store.ts'

/** Gigabytes, as the browser rounds them. Postgres and 10,000 messages take a quarter of one. */
const tooLittleMemory = 2
/** After it the local database is tried again. */
const forgetMs = 24 * 60 * 60_000

export async function isOnlineOnly(): Promise<boolean> {
  if ('deviceMemory' in navigator && Number(navigator.deviceMemory) <= tooLittleMemory) return true
  const fact = await browserStore.get('device', 'local-failed')
  return fact?.kind === 'local-failed' && Date.now() - fact.at < forgetMs
}

export async function noteLocalFailure(): Promise<void> {
  await browserStore.put('device', { kind: 'local-failed', at: Date.now() }, 'local-failed')
}
