// Whether this page runs. Browsers keep a page that was left for going back to it, freeze tabs in the background, and render pages ahead. Such a
// page does nothing, but what it holds it goes on holding: every other tab would wait for its locks and files, and Chromium 156 crashes
// when it drops a kept page whose worker has a lock. Invariant: what `whileAwake` began has ended when the page stops.
//
//   awake ──pagehide, freeze──► asleep ──pageshow, resume, prerenderingchange──► awake
interface Job {
  begin(): () => void
  end?: (() => void) | undefined
}

const jobs = new Set<Job>()
let awake = true

/** Workers are stopped with their page, and service workers are always awake. */
if ('document' in globalThis) followPage()

export const isAwake = () => awake

/** `begin` is called now and whenever the page goes on; what it returned is called, in that very turn, when the page is put away. Returns how to end it. */
export function whileAwake(begin: () => () => void): () => void {
  const job: Job = { begin, end: awake ? begin() : undefined }
  jobs.add(job)
  return () => {
    jobs.delete(job)
    job.end?.()
  }
}

/** Held while the page runs, as soon as it is granted, until what is returned is called. */
export function holdLock(name: string, { mode }: { mode?: LockMode } = {}, onHeld?: () => void): () => void {
  return whileAwake(() => {
    const ended = new AbortController()
    const { promise: held, resolve } = Promise.withResolvers<void>()
    const options = { signal: ended.signal, ...(mode && { mode }) }
    const hold = () => {
      onHeld?.()
      return held
    }
    // It rejects when the wait for it is given up.
    navigator.locks.request(name, options, hold).catch(() => undefined)
    return () => {
      ended.abort()
      resolve()
    }
  })
}

function followPage() {
  awake = !isPrerendering()
  addEventListener('pagehide', sleep)
  addEventListener('pageshow', wake)
  document.addEventListener('freeze', sleep)
  document.addEventListener('resume', wake)
  document.addEventListener('prerenderingchange', wake)
}

/** Chromium's alone. */
function isPrerendering(): boolean {
  return 'prerendering' in document && document.prerendering === true
}

function sleep() {
  if (!awake) return
  awake = false
  for (const job of jobs) {
    job.end?.()
    job.end = undefined
  }
}

function wake() {
  if (awake || isPrerendering()) return
  awake = true
  // What begins may begin others, which this loop comes to as well: they are not begun twice.
  for (const job of jobs) job.end ??= job.begin()
}
