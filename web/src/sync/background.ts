// All that the service worker may know of sync, and what is told to it and to tabs alike. Nothing here needs a page.
export { waitBackoff } from './kit/backoff.ts'
export { flushTag } from './outbox/background-sync.ts'
export { flushWaiting } from './outbox/flush-outbox.ts'
export { cookieLock, deliverLogouts } from './session/owed-logouts.ts'
export { holdLock } from './session/page-life.ts'
export { authorizedFetch, errorOf, readSession } from './session/session.ts'
export { announceTakeOver } from './session/take-over.ts'
