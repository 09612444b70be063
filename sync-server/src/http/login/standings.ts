// Companies whose due date or status changes while their devices wait. Postgres tells every server (channel company_standing, by a trigger).
import { isInGoodStanding } from 'db/companies/rules.ts'
import { companies } from 'db/companies/table.ts'
import type { Database } from 'db/node/connect.ts'
import { eq } from 'drizzle-orm'

const channel = 'company_standing'

export interface Standings {
  isGood(companyId: string, now: Date, graceDays: number): Promise<boolean>
  /** Changes from now on, until it is released. */
  follow(companyId: string): Following
  stop(): Promise<void>
}

interface Following {
  /** Resolves when the company's standing may have changed, after `ms`, or when `signal` is aborted. */
  within(ms: number, signal: AbortSignal): Promise<void>
  release(): void
}

/** Resolves when it listens. */
export async function watchStandings({ sql, orm }: Database): Promise<Standings> {
  const waiting = new Map<string, Set<() => void>>()
  const wake = (companyId: string) => waiting.get(companyId)?.forEach((goOn) => goOn())
  // What was told while the connection was lost is not told again.
  const wakeAll = () => [...waiting.keys()].forEach(wake)
  const { unlisten } = await sql.listen(channel, wake, wakeAll)
  return {
    async isGood(companyId, now, graceDays) {
      const [company] = await orm.select().from(companies).where(eq(companies.id, companyId))
      return company !== undefined && isInGoodStanding(company, now, graceDays)
    },
    follow(companyId) {
      const { promise: changed, resolve: goOn } = Promise.withResolvers<void>()
      const own = waiting.get(companyId) ?? new Set()
      waiting.set(companyId, own.add(goOn))
      return {
        async within(ms, signal) {
          const timer = setTimeout(goOn, ms)
          signal.addEventListener('abort', () => goOn(), { once: true })
          if (signal.aborted) goOn()
          await changed
          clearTimeout(timer)
        },
        release() {
          own.delete(goOn)
          if (own.size === 0 && waiting.get(companyId) === own) waiting.delete(companyId)
        },
      }
    },
    stop: unlisten,
  }
}
