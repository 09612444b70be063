// What each part takes while it is watched: processor, by /proc, and what the product itself measures of a message's way.
import type { Database } from 'db/node/connect.ts'
import { busyMs } from '../../sync-server/bench/child.ts'

/** Its processes; those of Postgres come and go. */
export type Parts = Record<string, () => readonly (number | undefined)[]>

export interface Load {
  /** Processors that were busy, by part: 2 is all that two cores have. */
  cores: Record<string, number>
  /** ms on average from WhatsApp's socket to the row (`in`) and from there to an answer for a device that waits (`device`). */
  delays: Record<string, number>
}

/** Call what it returns for what there was since, over `seconds`. Delays are told every ten seconds: rest for that long before and after. */
export async function watchLoad(parts: Parts, db: Database): Promise<(seconds: number) => Promise<Load>> {
  const [busy, told] = await Promise.all([busyByPart(parts), delaysTold(db)])
  return async (seconds) => {
    const [busyNow, toldNow] = await Promise.all([busyByPart(parts), delaysTold(db)])
    const cores = Object.entries(busyNow).map(([name, ms]) => [name, (ms - (busy[name] ?? 0)) / 1000 / seconds])
    const delays = [...toldNow].flatMap(([kind, { count, ms }]) => {
      const before = told.get(kind) ?? { count: 0, ms: 0 }
      return count > before.count ? [[kind, (ms - before.ms) / (count - before.count)]] : []
    })
    return { cores: Object.fromEntries(cores), delays: Object.fromEntries(delays) }
  }
}

async function busyByPart(parts: Parts): Promise<Record<string, number>> {
  const all = Object.entries(parts).map(async ([name, pidsOf]) => {
    const pids = pidsOf().filter((pid) => pid !== undefined)
    // One may end meanwhile.
    const each = await Promise.all(pids.map((pid) => busyMs(pid).catch(() => 0)))
    return [name, each.reduce((sum, ms) => sum + ms, 0)] as const
  })
  return Object.fromEntries(await Promise.all(all))
}

async function delaysTold({ sql }: Database): Promise<Map<string, { count: number; ms: number }>> {
  const rows = await sql<{ kind: string; count: number; ms: number }[]>`
    select kind, sum(count)::float8 as count, sum(total_ms)::float8 as ms from delays group by kind`
  return new Map(rows.map(({ kind, count, ms }) => [kind, { count, ms }]))
}
