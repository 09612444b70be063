// What a session writes to its row in `connections`, and which connections want a session.
// Invariant: only the lease's holder writes, only what changed, and never over a person's wish to disconnect
// or to link anew.
import type postgres from 'postgres'
import { assertOwned, leaseGuard, type Lease } from './lease.ts'
import type { StatusChange } from './state.ts'

/** 'run': to be connected. 'leave': disconnected by a person while no worker ran, WhatsApp still has to be told. */
export interface Wanted {
  connectionId: string
  companyId: string
  wish: 'run' | 'leave'
}

/** What a person wishes of its linking. */
export interface LinkWish {
  /** A new link: the old one, if there is one, is given up first. */
  relink: boolean
  /** By a code that this number's owner types. */
  pairingNumber: string | null
}

const wanted = (sql: postgres.Sql) => sql`
  select c.id as "connectionId", c.company_id as "companyId",
    case when c.status = 'DISCONNECTED' then 'leave' else 'run' end as wish
  from connections c
  where (c.status <> 'DISCONNECTED' or c.status_reason in ('disconnected', 'logged_out')
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

export async function findLinkWish(sql: postgres.Sql, connectionId: string): Promise<LinkWish> {
  const [row] = await sql<LinkWish[]>`
    select relink, pairing_number as "pairingNumber" from connections where id = ${connectionId}`
  return row ?? { relink: false, pairingNumber: null }
}

export async function findTimeZone(sql: postgres.Sql, companyId: string): Promise<string> {
  const [row] = await sql<{ timeZone: string }[]>`select time_zone as "timeZone" from companies where id = ${companyId}`
  if (!row) throw new Error('a connection has its company')
  return row.timeZone
}

export interface ShownStatus extends Omit<StatusChange, 'retryMs'> {
  retryAt: Date | null
  /** The old link is gone: the wish for a new one is being carried out. */
  relinked?: true
}

export interface ConnectionRow {
  /**
   * False when a person disconnected it meanwhile, or wants a new link: then nothing was written. Nor is it where the lease is another's,
   * which is no wish of anybody's. @throws LeaseLostError
   */
  write(shown: ShownStatus, when?: 'changed' | 'always'): Promise<boolean>
}

export function connectionRow(sql: postgres.Sql, lease: Lease): ConnectionRow {
  let last = ''
  return {
    async write(shown, when = 'changed') {
      const text = JSON.stringify(shown)
      if (text === last && when === 'changed') return true
      const { status, reason, qrcode, pairingCode, qrCount, retries, retryAt, number, connectedAt } = shown
      const isLinking = status === 'OPENING' || status === 'qrcode' || status === 'TIMEOUT'
      const wish = isLinking ? sql`` : sql`pairing_number = null, `
      const mayWrite = shown.relinked ? sql`true` : sql`not relink`
      // That a person disconnected it stands in the row already; if it does no more, they have started it again.
      const isWished = status === 'DISCONNECTED' && reason === 'disconnected'
      const stillWished = isWished ? sql`status = 'DISCONNECTED'` : sql`true`
      const link = number === undefined ? sql`` : sql`number = ${number}, `
      const since = connectedAt === undefined ? sql`` : sql`connected_at = ${new Date(connectedAt)}, `
      const rows = await sql<{ owned: boolean; written: boolean }[]>`
        with lease as materialized (${leaseGuard(sql, lease)}),
        written as (
          update connections set ${link} ${since} ${wish} status = ${status}, status_reason = ${reason}, qrcode = ${qrcode},
            pairing_code = ${pairingCode}, qr_count = ${qrCount}, retries = ${retries}, retry_at = ${retryAt}, relink = false,
            status_at = case when status = ${status} then status_at else now() end, updated_at = now()
          where id = ${lease.connectionId} and (status <> 'DISCONNECTED' or ${status} = 'DISCONNECTED') and ${mayWrite}
            and ${stillWished} and exists (select from lease)
          returning 1
        )
        select exists (select from lease) as owned, exists (select from written) as written`
      assertOwned(rows)
      const isWritten = rows[0]?.written === true
      if (isWritten) last = text
      return isWritten
    },
  }
}
