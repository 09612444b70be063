// A new version of the service worker takes over when the old one has nothing to do. In Chromium a request that starts the old one again in that
// moment keeps it for minutes, and workers send one every few seconds: so they send none while a version takes over.
import { whileAwake } from './page-life.ts'

const name = 'take-over'
/** ms until a page or a worker has heard of it, and what it was sending is on its way. */
const heardMs = 500
/** ms after which requests go on, whatever became of it; by then the page is loaded anew. */
const longestMs = 5000

let quiet: Promise<void> | null = null

/** Resolves when requests may go; null: now. */
export const takingOver = (): Promise<void> | null => quiet

/** Makes a page or worker that sends requests listen for a take-over: `takingOver` then holds its requests back. */
export function heedTakeOvers(): void {
  whileAwake(() => {
    const channel = new BroadcastChannel(name)
    channel.addEventListener('message', () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      quiet = promise
      setTimeout(() => {
        quiet = null
        resolve()
      }, longestMs)
    })
    return () => channel.close()
  })
}

/** Resolves when the others have heard it. */
export async function announceTakeOver(): Promise<void> {
  const channel = new BroadcastChannel(name)
  channel.postMessage(null)
  await new Promise((resolve) => setTimeout(resolve, heardMs))
  channel.close()
}
