// How the installation does, as the database tells it and this process sees itself: for metrics, and for the operator's screen.
import type { Database } from 'db/node/connect.ts'
import type { DelayKind } from 'db/operation/delay-kinds.ts'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Bucket {
  companyId: string
  company: string
  kind: DelayKind
  bucket: number
  count: number
  totalMs: number
}

export interface Queue {
  name: string
  /** Jobs whose time has come. */
  due: number
  /** Seconds since the oldest of them was due. */
  oldest: number
  /** Given up within the last day. */
  failed: number
}

/** A reader of this database's changes, or a standby. */
export interface Slot {
  name: string
  active: boolean
  status: string
  /** Bytes of WAL that Postgres keeps for it. */
  kept: number
}

export interface State {
  queues: Queue[]
  slots: Slot[]
  connections: { status: string; count: number }[]
  /** Connections that a worker holds, and how many workers hold any. */
  leases: number
  workers: number
  /** Devices that are notified, and those that could not be the last time. */
  devices: number
  failingDevices: number
  databaseBytes: number
  /** Of this server, with its engine. */
  memoryBytes: number
  heapBytes: number
  /** 99th percentile since the process began, ms: how long one thing holds up all others. */
  loopDelayMs: number
}

const loop = monitorEventLoopDelay({ resolution: 20 })
loop.enable()

/** `recent`: of the last hour; else of all times, which only rises. */
export async function readDelays({ sql }: Database, { recent }: { recent: boolean }): Promise<Bucket[]> {
  return sql<Bucket[]>`
    select d.company_id as "companyId", c.name as company, kind, bucket, sum(count)::float8 as count, sum(total_ms)::float8 as "totalMs"
    from delays d join companies c on c.id = d.company_id
    where ${recent ? sql`at > now() - interval '1 hour'` : sql`true`} group by 1, 2, 3, 4 order by 1, 3, 4`
}

export async function readState({ sql }: Database): Promise<State> {
  const queues = await sql<Queue[]>`
    select case when name like 'connection/%' then 'connection' else name end as name,
      (count(*) filter (where state in ('created', 'retry') and start_after <= now()))::int as due,
      coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as oldest,
      (count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day'))::int as failed
    from pgboss.job where name not like '\\_\\_pgboss%' group by 1 order by 1`
  const slots = await sql<Slot[]>`
    select slot_name::text as name, active, coalesce(wal_status, 'unknown') as status,
      coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::float8 as kept
    from pg_replication_slots where database = current_database() or slot_type = 'physical' order by 1`
  const connections = await sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count from connections where deleted_at is null group by 1 order by 1`
  const [row] = await sql<Pick<State, 'leases' | 'workers' | 'devices' | 'failingDevices' | 'databaseBytes'>[]>`
    select (select count(*)::int from connection_leases where expires_at > now()) as leases,
      (select count(distinct owner)::int from connection_leases where expires_at > now()) as workers,
      (select count(*)::int from push_subscriptions) as devices,
      (select count(*)::int from push_subscriptions where last_error is not null) as "failingDevices",
      pg_database_size(current_database())::float8 as "databaseBytes"`
  if (!row) throw new Error('an aggregate has a row')
  const { rss, heapUsed } = process.memoryUsage()
  const loopDelayMs = loop.percentile(99) / 1e6
  return { queues, slots, connections, ...row, memoryBytes: rss, heapBytes: heapUsed, loopDelayMs }
}
