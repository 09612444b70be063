// Failed logins are limited per account and per address, counted in Postgres so that all servers share the count.
import type { Database } from 'db/node/connect.ts'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { consume } from '../http/consume.ts'

const windowSeconds = 15 * 60
const failuresPerAccount = 10
const failuresPerAddress = 100

export interface LoginLimit {
  /** @throws AppError ERR_TOO_MANY_REQUESTS with retryAfter in seconds. Counts the attempt. */
  attempt(email: string, address: string): Promise<void>
  /** The password was right: the account's count starts again. */
  clear(email: string): Promise<void>
}

export function createLoginLimit({ sql }: Database): LoginLimit {
  // The library speaks node-postgres; this is the part of it that it uses.
  const storeClient = {
    async query({ text, values }: { text: string; values: (string | number)[] }) {
      const rows = await sql.unsafe(text, values)
      return { rows, rowCount: rows.count }
    },
  }
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'login_attempts',
      tableCreated: true,
      keyPrefix,
      points,
      duration: windowSeconds,
    })
  const accounts = limiter('account', failuresPerAccount)
  const addresses = limiter('address', failuresPerAddress)
  return {
    async attempt(email, address) {
      await consume(accounts, email)
      await consume(addresses, address)
    },
    async clear(email) {
      await accounts.delete(email)
    },
  }
}
