// Which worker owns a connection: a row per connection with an expiry and a fence that rises with every new owner.
// Times are Postgres' own, so workers' clocks don't matter. Invariant: a write that names an older fence is refused, however late it comes.
import { ToldError } from 'db/kit/told-error.ts'
import type postgres from 'postgres'

export const leaseSeconds = 10

export interface LeaseOwner {
  /** The worker's id. */
  name: string
  /** Id of the key with which the worker seals what it stores. */
  keyId: string
}

export interface Lease {
  connectionId: string
  owner: string
  fence: number
}

/** Thrown by writes of a worker that no longer owns the connection. */
export class LeaseLostError extends ToldError {
  constructor() {
    super('the lease belongs to another worker')
    this.name = 'LeaseLostError'
  }
}

/** Not the time of its release: a renewal that was on its way meanwhile must know it from one that ran out. */
const released = (sql: postgres.Sql) => sql`'epoch'::timestamptz`

const expiry = (sql: postgres.Sql) => sql`now() + make_interval(secs => ${leaseSeconds})`

/** Null while another owner's lease is running. */
export async function acquireLease(
  sql: postgres.Sql,
  connectionId: string,
  { name: owner, keyId }: LeaseOwner,
): Promise<Lease | null> {
  const [row] = await sql<{ fence: string }[]>`
    insert into connection_leases as l (connection_id, owner, key_id, fence, expires_at)
    values (${connectionId}, ${owner}, ${keyId}, 1, ${expiry(sql)})
    on conflict (connection_id) do update
      set owner = excluded.owner, key_id = excluded.key_id, fence = l.fence + 1, expires_at = excluded.expires_at
      where l.expires_at <= now()
    returning fence`
  return row ? { connectionId, owner, fence: Number(row.fence) } : null
}

/** The connections among `leases` that are still owned; the others are lost. */
export async function renewLeases(sql: postgres.Sql, leases: readonly Lease[]): Promise<Set<string>> {
  const held = leases.map(({ connectionId, owner, fence }) => ({ connectionId, owner, fence }))
  const rows = await sql<{ id: string }[]>`
    update connection_leases l set expires_at = ${expiry(sql)}
    from jsonb_to_recordset(${sql.json(held)}) as held("connectionId" uuid, owner text, fence bigint)
    where l.connection_id = held."connectionId" and l.owner = held.owner and l.fence = held.fence
      and l.expires_at > ${released(sql)}
    returning l.connection_id as id`
  return new Set(rows.map((row) => row.id))
}

/** The row stays, so that the fence goes on rising. */
export async function releaseLease(sql: postgres.Sql, lease: Lease) {
  await sql`update connection_leases set expires_at = ${released(sql)} where ${owned(sql, lease)}`
}

/**
 * For `with lease as materialized (…)` of a statement that writes from it. Locked until the statement ends: a takeover waits for it, so
 * nothing is written after one.
 */
export const leaseGuard = (sql: postgres.Sql, lease: Lease) => sql`
  select 1 from connection_leases where ${owned(sql, lease)} for share`

/** `rows`: what such a statement answers. @throws LeaseLostError */
export function assertOwned([row]: readonly { owned: boolean }[]) {
  if (!row?.owned) throw new LeaseLostError()
}

/** The condition under which `lease` may still write, for a query on connection_leases. */
export function owned(sql: postgres.Sql, lease: Lease) {
  return sql`connection_id = ${lease.connectionId} and owner = ${lease.owner} and fence = ${lease.fence}`
}
