// What a session writes to its row in `connections`, and which connections want a session.
// Invariant: only the lease's holder writes, only what changed, and never over a person's wish to disconnect.
import type postgres from 'postgres'
import { owned, type Lease } from './lease.ts'
import type { StatusChange } from './state.ts'

/** 'run': to be connected. 'leave': disconnected by a person while no worker ran, WhatsApp still has to be told. */
export interface Wanted {
  connectionId: string
  companyId: string
  wish: 'run' | 'leave'
}

const wanted = (sql: postgres.Sql) => sql`
  select c.id as "connectionId", c.company_id as "companyId",
    case when c.status = 'DISCONNECTED' then 'leave' else 'run' end as wish
  from connections c
  where (c.status <> 'DISCONNECTED' or c.status_reason = 'logged_out'
    and exists (select from session_keys k where k.connection_id = c.id))`

/** Those without an owner. */
export function findUnowned(sql: postgres.Sql): Promise<Wanted[]> {
  return sql<Wanted[]>`${wanted(sql)}
    and not exists (select from connection_leases l where l.connection_id = c.id and l.expires_at > now())`
}

export async function findWanted(sql: postgres.Sql, connectionId: string): Promise<Wanted | null> {
  const [row] = await sql<Wanted[]>`${wanted(sql)} and c.id = ${connectionId}`
  return row ?? null
}

export interface ConnectionRow {
  /** False when a person disconnected it meanwhile (or it was deleted): then nothing was written. */
  write(change: StatusChange, when?: 'changed' | 'always'): Promise<boolean>
}

export function connectionRow(sql: postgres.Sql, lease: Lease): ConnectionRow {
  let last = ''
  return {
    async write(change, when = 'changed') {
      const text = JSON.stringify(change)
      if (text === last && when === 'changed') return true
      const { status, reason, qrcode, retries, number, connectedAt } = change
      const link = number === undefined ? sql`` : sql`number = ${number}, `
      const since = connectedAt === undefined ? sql`` : sql`connected_at = ${new Date(connectedAt)}, `
      const rows = await sql`
        update connections set ${link} ${since} status = ${status}, status_reason = ${reason}, qrcode = ${qrcode},
          retries = ${retries}, updated_at = now()
        where id = ${lease.connectionId} and (status <> 'DISCONNECTED' or ${status} = 'DISCONNECTED')
          and exists (select from connection_leases where ${owned(sql, lease)})`
      if (rows.count > 0) last = text
      return rows.count > 0
    },
  }
}
