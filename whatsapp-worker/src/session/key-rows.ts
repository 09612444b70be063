// The rows of session_keys, as text under a type and an id: encrypted, and written only by the owner of the lease.
// While the database is away, reads and writes wait for it: to Baileys a failed one means a message that can't be decrypted, which it asks
// for a few times and then gives up. A write is the same when it is repeated, and what it counts as delivered (journal.ts) is counted once.
import { setTimeout as delay } from 'node:timers/promises'
import type postgres from 'postgres'
import { seal, unseal, type KeyRing } from 'db/node/keys/cipher.ts'
import { isPassing, isPoolEnded } from 'db/node/errors/passing-error.ts'
import { assertOwned, leaseGuard, type Lease } from './lease.ts'

export interface KeyChange {
  type: string
  id: string
  /** Null deletes. */
  text: string | null
}

export interface KeyRows {
  read(type: string, ids: readonly string[]): Promise<Map<string, string>>
  readAll(type: string): Promise<Map<string, string>>
  /** All or nothing; nothing any more after `wipe`. @throws LeaseLostError */
  write(changes: readonly KeyChange[]): Promise<void>
  /** Deletes every key of the connection. @throws LeaseLostError */
  wipe(): Promise<void>
}

const retryMs = 200

/** What a value is bound to. */
export const placeOf = (connectionId: string, type: string, id: string) => `${connectionId}/${type}/${id}`

/** `over`: the session has ended or lost its lease, nobody waits for the database any more. */
export function keyRows(sql: postgres.Sql, lease: Lease, keys: KeyRing, over: AbortSignal): KeyRows {
  const { connectionId } = lease
  const place = (type: string, id: string) => placeOf(connectionId, type, id)
  const guard = leaseGuard(sql, lease)
  const ofType = (type: string) => sql`
    select key_id as id, value from session_keys where connection_id = ${connectionId} and type = ${type}`
  const open = (type: string, rows: readonly { id: string; value: Uint8Array }[]) =>
    new Map(rows.map((row) => [row.id, unseal(keys, place(type, row.id), row.value)]))
  let isWiped = false
  return {
    read: async (type, ids) =>
      open(type, await untilAnswered(over, () => sql`${ofType(type)} and key_id = any(${[...ids]})`)),
    readAll: async (type) => open(type, await untilAnswered(over, () => sql`${ofType(type)}`)),
    async write(changes) {
      // Baileys goes on writing in the background when its socket has closed.
      if (isWiped) return
      const puts = changes.flatMap(({ type, id, text }) =>
        text === null ? [] : [{ type, id, value: seal(keys, place(type, id), text).toString('base64') }],
      )
      const gone = changes.flatMap(({ type, id, text }) => (text === null ? [{ type, id }] : []))
      // One statement is one transaction, in one round trip.
      const statement = () => sql<{ owned: boolean }[]>`
        with lease as materialized (${guard}),
        put as (
          insert into session_keys as k (connection_id, type, key_id, value)
          select ${connectionId}, r.type, r.id, decode(r.value, 'base64')
          from lease, jsonb_to_recordset(${sql.json(puts)}) as r(type text, id text, value text)
          on conflict (connection_id, type, key_id) do update set value = excluded.value
          returning k.type, k.key_id, old.key_id is null as is_new
        ),
        delivered as (
          insert into connection_tallies (connection_id, day, counter, journal_key)
          select ${connectionId}, split_part(key_id, '/', 1), 'delivered', key_id
          from put where is_new and type = 'inbound' and key_id like '%/%'
        ),
        gone as (
          delete from session_keys k using lease, jsonb_to_recordset(${sql.json(gone)}) as r(type text, id text)
          where k.connection_id = ${connectionId} and k.type = r.type and k.key_id = r.id
        )
        select exists (select from lease) as owned`
      assertOwned(await untilAnswered(over, statement))
    },
    async wipe() {
      isWiped = true
      assertOwned(
        await sql<{ owned: boolean }[]>`
        with lease as materialized (${guard}),
        gone as (delete from session_keys k using lease where k.connection_id = ${connectionId})
        select exists (select from lease) as owned`,
      )
    },
  }
}

async function untilAnswered<T>(over: AbortSignal, query: () => PromiseLike<T>): Promise<T> {
  for (;;) {
    try {
      return await query()
    } catch (error) {
      if (over.aborted || isPoolEnded(error) || !isPassing(error)) throw error
      await delay(retryMs)
    }
  }
}
