// Seals every stored secret with the current key that has another one's: page by page, while workers go on. A value that changes meanwhile is
// left as it is and looked at again. Invariant: each page is complete when it is committed, so that the next run goes on where one ended.
import { ToldError } from 'db/kit/told-error.ts'
import type postgres from 'postgres'
import { placeOf as placeOfFile } from '../media/received-file.ts'
import { secretPlace } from 'db/node/keys/secrets.ts'
import { placeOf as placeOfKey } from '../session/key-rows.ts'
import { currentKeyId, headOf, seal, unseal, type KeyRing } from 'db/node/keys/cipher.ts'

const pageSize = 500
/** A worker that goes on writing with another key is not chased for ever. */
const mostPasses = 5

export interface Rotated {
  /** Table. */
  name: string
  rotated: number
  /** Rows that no key of the ring opens. */
  unreadable: number
  /** Still of another key, since a worker goes on writing with it. */
  left: number
}

/** A worker has a session open and would not be able to read what the rotation writes. */
export class WorkerBehindError extends ToldError {}

/** @throws WorkerBehindError before anything was written */
export async function rotateKeys(sql: postgres.Sql, ring: KeyRing, size = pageSize): Promise<Rotated[]> {
  await assertWorkersKnow(sql, ring)
  const results: Rotated[] = []
  for (const store of [sessionKeys(sql, ring), mediaFetches(sql, ring), outsideSecrets(sql, ring)])
    results.push(await rotateStore(store, ring, size))
  return results
}

async function assertWorkersKnow(sql: postgres.Sql, ring: KeyRing) {
  const behind = await sql<{ owner: string }[]>`
    select distinct owner from connection_leases
    where expires_at > now() and key_id is distinct from ${currentKeyId(ring)} order by owner`
  if (behind.length === 0) return
  throw new WorkerBehindError(
    `${behind.length} worker(s) still seal with another key: restart them with the new one in SESSION_KEYS_SECRET and the old one in SESSION_KEYS_FORMER, then run this again`,
  )
}

type Key = readonly string[]

interface Sealed {
  key: Key
  place: string
  value: Uint8Array
}

interface Store {
  name: string
  first: Key
  /** What was not sealed with the current key, in the order of keys, behind `after`. */
  page(after: Key, size: number): Promise<Sealed[]>
  /** Those that are still what they were. Resolves with their number. */
  replace(changes: readonly { key: Key; before: string; after: string }[]): Promise<number>
}

async function rotateStore(store: Store, ring: KeyRing, size: number): Promise<Rotated> {
  let [rotated, unreadable, left] = [0, 0, 0]
  for (let pass = 0; pass < mostPasses; pass++) {
    const found = await passOver(store, ring, size)
    rotated += found.rotated
    ;({ unreadable, left } = found)
    // What was written behind this pass' back is found by the next.
    if (found.rotated === 0 && left === 0) break
  }
  return { name: store.name, rotated, unreadable, left }
}

async function passOver(store: Store, ring: KeyRing, size: number) {
  let [rotated, unreadable, left] = [0, 0, 0]
  for (let page = await store.page(store.first, size); page.length > 0; page = await store.page(endOf(page), size)) {
    const changes = page.flatMap((sealed) => resealed(ring, sealed))
    const replaced = changes.length === 0 ? 0 : await store.replace(changes)
    rotated += replaced
    unreadable += page.length - changes.length
    left += changes.length - replaced
  }
  return { rotated, unreadable, left }
}

const endOf = (page: readonly Sealed[]) => page.at(-1)?.key ?? []

function resealed(ring: KeyRing, { key, place, value }: Sealed) {
  try {
    const after = seal(ring, place, unseal(ring, place, value)).toString('base64')
    return [{ key, before: Buffer.from(value).toString('base64'), after }]
  } catch {
    return []
  }
}

function sessionKeys(sql: postgres.Sql, ring: KeyRing): Store {
  const head = headOf(ring)
  return {
    name: 'session_keys',
    first: ['00000000-0000-0000-0000-000000000000', '', ''],
    async page([connection = '', type = '', id = ''], size) {
      const rows = await sql<{ connection: string; type: string; id: string; value: Uint8Array }[]>`
        select connection_id as connection, type, key_id as id, value from session_keys
        where substring(value from 1 for ${head.length}) <> ${head} and (connection_id, type, key_id) > (${connection}, ${type}, ${id})
        order by connection_id, type, key_id limit ${size}`
      return rows.map((row) => ({
        key: [row.connection, row.type, row.id],
        place: placeOfKey(row.connection, row.type, row.id),
        value: row.value,
      }))
    },
    async replace(changes) {
      const { count } = await sql`
        update session_keys k set value = decode(r.after, 'base64')
        from jsonb_to_recordset(${sql.json(changes)}) as r(key text[], before text, after text)
        where k.connection_id = r.key[1]::uuid and k.type = r.key[2] and k.key_id = r.key[3]
          and k.value = decode(r.before, 'base64')`
      return count
    },
  }
}

function mediaFetches(sql: postgres.Sql, ring: KeyRing): Store {
  const head = headOf(ring)
  return {
    name: 'media_fetches',
    first: ['00000000-0000-0000-0000-000000000000'],
    async page([after = ''], size) {
      const rows = await sql<{ messageId: string; connectionId: string; material: string }[]>`
        select message_id as "messageId", connection_id as "connectionId", material from media_fetches
        where substring(decode(material, 'base64') from 1 for ${head.length}) <> ${head} and message_id > ${after}
        order by message_id limit ${size}`
      return rows.map((row) => ({
        key: [row.messageId],
        place: placeOfFile(row),
        value: Buffer.from(row.material, 'base64'),
      }))
    },
    async replace(changes) {
      const { count } = await sql`
        update media_fetches f set material = r.after
        from jsonb_to_recordset(${sql.json(changes)}) as r(key text[], before text, after text)
        where f.message_id = r.key[1]::uuid and f.material = r.before`
      return count
    },
  }
}

function outsideSecrets(sql: postgres.Sql, ring: KeyRing): Store {
  const head = headOf(ring)
  return {
    name: 'secrets',
    first: ['00000000-0000-0000-0000-000000000000', ''],
    async page([company = '', name = ''], size) {
      const rows = await sql<{ company: string; name: string; value: Uint8Array }[]>`
        select company_id as company, name, sealed as value from secrets
        where substring(sealed from 1 for ${head.length}) <> ${head} and (company_id, name) > (${company}, ${name})
        order by company_id, name limit ${size}`
      return rows.map((row) => ({
        key: [row.company, row.name],
        place: secretPlace(row.company, row.name),
        value: row.value,
      }))
    },
    async replace(changes) {
      const { count } = await sql`
        update secrets s set sealed = decode(r.after, 'base64')
        from jsonb_to_recordset(${sql.json(changes)}) as r(key text[], before text, after text)
        where s.company_id = r.key[1]::uuid and s.name = r.key[2] and s.sealed = decode(r.before, 'base64')`
      return count
    },
  }
}
