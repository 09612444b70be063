// Logins that end while their devices wait for an answer. Postgres tells every server (channel login_ended, by the triggers of `logins`),
// so it does not matter which one ended it, nor how. Invariant: a login that ended while nobody listened is found when listening begins again.
import { and, inArray, isNull } from 'drizzle-orm'
import type { Database } from 'db/node/connect.ts'
import { logins } from 'db/users/table.ts'
import { inBatches } from './in-batches.ts'

const channel = 'login_ended'

export interface SessionEnds {
  /** `ended` is aborted when the login ends; `release` is to be called when nothing of it waits any more. */
  follow(loginId: string): { ended: AbortSignal; release(): void }
  /** Whether it lives at this moment, for whoever must be sure. */
  isAlive(loginId: string): Promise<boolean>
  stop(): Promise<void>
}

/** Resolves when it listens. */
export async function watchSessionEnds({ sql, orm }: Database): Promise<SessionEnds> {
  const followers = new Map<string, Set<AbortController>>()
  const end = (loginId: string) => followers.get(loginId)?.forEach((controller) => controller.abort())

  const aliveAmong = async (ids: readonly string[]) => {
    const rows = await orm
      .select({ id: logins.id })
      .from(logins)
      .where(and(inArray(logins.id, [...new Set(ids)]), isNull(logins.endedAt)))
    return new Set(rows.map(({ id }) => id))
  }
  /** What was told while the connection was lost is not told again. */
  const checkAll = async () => {
    const followed = [...followers.keys()]
    if (followed.length === 0) return
    const alive = await aliveAmong(followed)
    for (const id of followed) if (!alive.has(id)) end(id)
  }
  // Whoever waits is asked again in seconds: a check that failed with the database is no reason to stop.
  const onListening = () => void checkAll().catch(() => undefined)
  const { unlisten } = await sql.listen(channel, end, onListening)

  return {
    follow(loginId) {
      const controller = new AbortController()
      const own = followers.get(loginId) ?? new Set()
      followers.set(loginId, own.add(controller))
      return {
        ended: controller.signal,
        release() {
          own.delete(controller)
          if (own.size === 0 && followers.get(loginId) === own) followers.delete(loginId)
        },
      }
    },
    isAlive: inBatches(async (ids: readonly string[]) => {
      const alive = await aliveAmong(ids)
      return (loginId) => alive.has(loginId)
    }),
    stop: unlisten,
  }
}
