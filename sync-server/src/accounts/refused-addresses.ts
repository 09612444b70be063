// A login is one in the whole installation, so whoever writes the address of somebody of another company is refused. What they learn by it is
// bounded: so many refusals of a company in an hour, and it asks no more. Counted in Postgres, so that all servers share the count.
import type { UserActor } from 'db/kit/actor.ts'
import { AppError } from 'db/kit/errors.ts'
import { invalidEmail } from 'db/users/rules.ts'
import type { Database } from 'db/node/connect.ts'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { limiterStore } from '../limits/limiter-store.ts'

const mostRefused = 30
const windowSeconds = 60 * 60

interface Call {
  name: string
  args: unknown
}

/** One for each database: a limiter has a timer, which never ends. */
const limiters = new WeakMap<Database, RateLimiterPostgres>()

function limiterOf(db: Database): RateLimiterPostgres {
  const counts = { points: mostRefused, duration: windowSeconds }
  const limiter =
    limiters.get(db) ?? new RateLimiterPostgres({ ...limiterStore(db), keyPrefix: 'refusedAddress', ...counts })
  limiters.set(db, limiter)
  return limiter
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Whether it would give somebody an address. */
function namesAddress({ name, args }: Call): boolean {
  if (!name.startsWith('user.') || !isObject(args)) return false
  return 'email' in args || (isObject(args['changes']) && 'email' in args['changes'])
}

const isRefused = (error: unknown) =>
  error instanceof AppError &&
  error.code === 'ERR_VALIDATION' &&
  Object.values(error.details?.fields ?? {}).some((said) => said.includes(invalidEmail))

/** What `apply` does with the calls. @throws AppError ERR_TOO_MANY_REQUESTS with retryAfter in seconds; what `apply` throws */
export async function boundingGuesses(
  db: Database,
  { companyId }: UserActor,
  calls: readonly Call[],
  apply: () => Promise<void>,
): Promise<void> {
  if (!calls.some(namesAddress)) return apply()
  const limiter = limiterOf(db)
  const spent = await limiter.get(companyId)
  if (spent && spent.consumedPoints >= mostRefused)
    throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfter: Math.ceil(spent.msBeforeNext / 1000) })
  try {
    await apply()
  } catch (error) {
    if (isRefused(error)) await limiter.penalty(companyId)
    throw error
  }
}
