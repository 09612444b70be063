// What a test waits for comes in its own time: on a busy machine the second that vitest gives it says more of the machine than of the code.
import { afterAll, vi } from 'vitest'

/** Shorter than a test's own (vitest.config.ts), so that what never came is named. */
const patienceMs = 60_000

type Options = number | { timeout?: number; interval?: number } | undefined
const patient = (options: Options) =>
  typeof options === 'number' ? options : { timeout: patienceMs, interval: 20, ...options }

const { waitFor, waitUntil } = vi
// Files share their modules, and each file comes by here.
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, patient(options))
  }
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
}

// A page that one file pretends to be in is none of the next one's.
afterAll(() => void vi.unstubAllGlobals())
