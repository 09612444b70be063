// How often a password may be guessed, counted in Postgres so that all servers share the count. Only failures count.
//
//   from anywhere:     the address, then the account from this address, then the account from all addresses
//   a known device:    a count of its own instead of all three, so that nobody locks a person out of where they always work
//
// Invariant: what is refused here is neither looked at nor counted; a blocked address costs the accounts that it tries nothing.
import { createHash } from 'node:crypto'
import { AppError } from 'db/kit/errors.ts'
import type { Database } from 'db/node/connect.ts'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { createTurnsByKey } from 'db/kit/turns.ts'
import { limiterStore } from '../limits/limiter-store.ts'

const windowSeconds = 15 * 60
/** In a window. */
const failures = {
  address: 100,
  accountFromAddress: 10,
  /** Softer: somebody who guesses from many addresses; the person's own devices go on. */
  account: 50,
  device: 10,
  /** At an open desk. */
  own: 10,
  /** Codes after the right password. Six digits, three of them right at a time: who has the password and never stops needs weeks, and each try is in the audit log. */
  secondFactor: 10,
} as const

export interface Guess {
  account: string
  address: string
  /** Device from a checked cookie: somebody has logged in to this account on it before; null without one. */
  deviceId: string | null
}

export interface LoginLimit {
  /**
   * What `isRight` says, which is asked only when there is a guess left; a failure is counted.
   * @throws AppError ERR_TOO_MANY_REQUESTS with retryAfter in seconds
   */
  guess(guess: Guess, isRight: () => Promise<boolean>): Promise<boolean>
  /** Whoever proved to be them otherwise begins anew here: what they guessed before counts no more. */
  forgive(guess: Omit<Guess, 'deviceId'>): Promise<void>
  /** The same of one's own password, in a session. */
  guessOwn(userId: string, isRight: () => Promise<boolean>): Promise<boolean>
  /** Of a code beside the password; a device that the person knows has guesses of its own. */
  guessSecond(userId: string, deviceId: string | null, isRight: () => Promise<boolean>): Promise<boolean>
}

interface Budget {
  limiter: RateLimiterPostgres
  key: string
  /** A right password gives all of it back. */
  refilled: boolean
}

export function createLoginLimit(db: Database): LoginLimit {
  const limiter = (keyPrefix: keyof typeof failures) =>
    new RateLimiterPostgres({ ...limiterStore(db), keyPrefix, points: failures[keyPrefix], duration: windowSeconds })
  const addresses = limiter('address')
  const accountsFromAddress = limiter('accountFromAddress')
  const accounts = limiter('account')
  const devices = limiter('device')
  const own = limiter('own')
  const second = limiter('secondFactor')
  // Guesses that are made at the same time are counted before the next is looked at.
  const inTurns = createTurnsByKey()

  const budgetsOf = ({ account, address, deviceId }: Guess): Budget[] => {
    if (deviceId !== null) return [{ limiter: devices, key: deviceId, refilled: true }]
    return [
      { limiter: addresses, key: hashed(address), refilled: false },
      { limiter: accountsFromAddress, key: hashed(account, address), refilled: true },
      { limiter: accounts, key: hashed(account), refilled: false },
    ]
  }
  return {
    guess(guess, isRight) {
      return inTurns(guess.deviceId ?? guess.address, () => spend(budgetsOf(guess), isRight))
    },
    async forgive({ account, address }) {
      await accountsFromAddress.delete(hashed(account, address))
    },
    guessOwn(userId, isRight) {
      return inTurns(userId, () => spend([{ limiter: own, key: userId, refilled: true }], isRight))
    },
    guessSecond(userId, deviceId, isRight) {
      const key = deviceId === null ? userId : `${userId}/${deviceId}`
      return inTurns(key, () => spend([{ limiter: second, key, refilled: true }], isRight))
    },
  }
}

async function spend(budgets: readonly Budget[], isRight: () => Promise<boolean>): Promise<boolean> {
  for (const { limiter, key } of budgets) {
    const spent = await limiter.get(key)
    if (spent && spent.consumedPoints >= limiter.points) {
      throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfter: Math.ceil(spent.msBeforeNext / 1000) })
    }
  }
  const right = await isRight()
  for (const { limiter, key, refilled } of budgets) {
    if (!right) await limiter.penalty(key)
    else if (refilled) await limiter.delete(key)
  }
  return right
}

/** What somebody typed is of any length, and nobody's to read in a table. */
const hashed = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
