// What this process saw of delays, kept in memory for seconds and then added to the database's: any server tells what all processes saw, and a
// restart starts no count anew. Invariant: nothing that is measured ever waits for this.
import type { DelayKind } from '../operation/delay-kinds.ts'
import { bucketOf } from '../kit/histogram.ts'
import type { Database } from './connect.ts'
import type { Log } from './log.ts'

const everyMs = 10_000

interface Seen {
  company_id: string
  kind: DelayKind
  bucket: number
  count: number
  total_ms: number
}

let pending = new Map<string, Seen>()

export function noteDelay(kind: DelayKind, companyId: string, ms: number): void {
  const bucket = bucketOf(ms)
  const key = `${companyId}/${kind}/${bucket}`
  const seen = pending.get(key) ?? { company_id: companyId, kind, bucket, count: 0, total_ms: 0 }
  seen.count++
  seen.total_ms += Math.max(0, Math.round(ms))
  pending.set(key, seen)
}

/** Call what it returns to stop: what is there then is stored, too. */
export function storeDelaysRegularly({ db, log }: { db: Database; log: Log }): () => Promise<void> {
  const store = () => storeDelays(db).catch((err: unknown) => log.warn({ err }, 'delays not stored'))
  const timer = setInterval(() => void store(), everyMs)
  return async () => {
    clearInterval(timer)
    await store()
  }
}

/** What could not be stored is forgotten: it is a figure, and the next ones are as good. */
export async function storeDelays({ sql }: Database): Promise<void> {
  const seen = [...pending.values()]
  pending = new Map()
  if (seen.length > 0)
    await sql`
      insert into delays as d (company_id, kind, at, bucket, count, total_ms)
      select s.company_id, s.kind, date_bin('5 minutes', now(), 'epoch'), s.bucket, s.count, s.total_ms
      from jsonb_to_recordset(${sql.json(seen.map((one) => ({ ...one })))})
        as s (company_id uuid, kind text, bucket smallint, count bigint, total_ms bigint) join companies c on c.id = s.company_id
      order by 1, 2, 4
      on conflict (company_id, kind, at, bucket) do update set count = d.count + excluded.count, total_ms = d.total_ms + excluded.total_ms`
  await sql`
    with old as (delete from delays where at < now() - interval '2 hours' and at > '-infinity' returning *)
    insert into delays as d (company_id, kind, at, bucket, count, total_ms)
    select company_id, kind, '-infinity', bucket, sum(count), sum(total_ms) from old group by 1, 2, 4 order by 1, 2, 4
    on conflict (company_id, kind, at, bucket) do update set count = d.count + excluded.count, total_ms = d.total_ms + excluded.total_ms`
}
