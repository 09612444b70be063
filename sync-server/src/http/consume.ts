import { AppError } from 'db/kit/errors.ts'
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'

/** Counts one request of `key`, or as many points as it costs. @throws AppError ERR_TOO_MANY_REQUESTS with retryAfter in seconds */
export async function consume(limiter: Pick<RateLimiterAbstract, 'consume'>, key: string, points = 1): Promise<void> {
  try {
    await limiter.consume(key, points)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfter: Math.ceil(error.msBeforeNext / 1000) })
  }
}
