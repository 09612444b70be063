import { setTimeout as delay } from 'node:timers/promises'

/** ms between looks, or questions, how far the stream is. */
export const lookEvery = 20

/** Looks again and again until it is so, or until `ms` are over. */
export async function waitFor(isSo: () => boolean, ms: number) {
  for (const until = Date.now() + ms; !isSo() && Date.now() < until;) await delay(Math.min(ms, lookEvery))
}
