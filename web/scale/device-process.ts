// Some hundred devices in a process of their own. Told whom to log in, it says when all of them are current, and each second what arrived.
import { createLimiter } from '../src/sync/pull/transport.ts'
import { followAsDevice } from './following-device.ts'

export interface Order {
  url: string
  emails: readonly string[]
  password: string
}

export type Told =
  | { kind: 'current' }
  | { kind: 'failed'; reason: string }
  /** ms of each arrival since the last time, and how often what went wrong. */
  | { kind: 'arrived'; ms: number[]; troubles: Record<string, number> }

/** Each checks a password, which takes the server 20 ms. */
const atOnce = 8
const tellEveryMs = 1000

let arrived: number[] = []
const troubles = new Map<string, number>()
const tell = (told: Told) => process.send?.(told)

// Sync says what it could not do; what counts here is counted.
console.warn = () => {}
console.error = (what: unknown, ...more: unknown[]) => trouble([what, ...more].map(String).join(' ').slice(0, 200))

const trouble = (what: string) => void troubles.set(what, (troubles.get(what) ?? 0) + 1)

process.on('message', ({ url, emails, password }: Order) => {
  const open = (email: string) =>
    followAsDevice({ url, email, password, onArrival: (ms) => arrived.push(ms), onTrouble: trouble })
  const limited = createLimiter(atOnce)
  Promise.all(emails.map((email) => limited(() => open(email)))).then(
    () => tell({ kind: 'current' }),
    (error: unknown) => tell({ kind: 'failed', reason: String(error) }),
  )
})

setInterval(() => {
  tell({ kind: 'arrived', ms: arrived, troubles: Object.fromEntries(troubles) })
  arrived = []
  troubles.clear()
}, tellEveryMs)
