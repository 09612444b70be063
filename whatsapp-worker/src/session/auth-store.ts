// Baileys' auth state over session_keys: credentials and Signal keys of one connection, kept by the holder of its lease.
// Invariants: a keys.set is in one transaction; what is read is what was last written (the cache is dropped when a write fails);
// credentials are written whole and in order; nothing but `wipe` deletes them.
import { initAuthCreds, proto, type AuthenticationState } from '@whiskeysockets/baileys'
import type { AuthenticationCreds, SignalDataSet, SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { createTurns } from 'db/kit/turns.ts'
import type { Log } from '../logger.ts'
import { LeaseLostError } from './lease.ts'
import type { KeyChange, KeyRows } from './key-rows.ts'
import { fromText, toText } from './key-text.ts'

const credsType = 'creds'
const credsId = 'creds'
/** About 10 MB at most; a busy connection's sessions of the day. */
const maxCached = 4_000
const retryCredsMs = 1_000

export interface AuthStore {
  state: AuthenticationState
  /** WhatsApp knows these credentials: a person scanned them and did not unlink since. */
  isLinked(): boolean
  /** Own number, digits only. */
  number(): string | null
  /** A pairing code that nobody typed leaves a number behind, with which Baileys would try to log in: begins anew, if so. */
  forgetAbandoned(): void
  /** Writes the credentials as they are now, in the background, until it worked or newer ones were written. */
  saveCreds(): void
  /** Resolves when everything asked for so far is written or given up. */
  settled(): Promise<void>
  /** The link is gone: deletes all keys. @throws LeaseLostError */
  wipe(): Promise<void>
}

export async function openAuthStore(rows: KeyRows, log: Log): Promise<AuthStore> {
  const creds = await readCreds(rows)
  let closed = false
  const inTurn = createTurns()
  let saved = 0
  const isNewest = (turn: number) => turn === saved && !closed
  const saveCreds = async (turn: number, text: string) => {
    // Newer ones take over from those that could not be written.
    while (isNewest(turn)) {
      try {
        await rows.write([{ type: credsType, id: credsId, text }])
        return
      } catch (error) {
        if (error instanceof LeaseLostError) return
        log.error({ err: error }, 'credentials not written, trying again')
        await delay(retryCredsMs)
      }
    }
  }
  const save = () => {
    saved += 1
    const [turn, text] = [saved, toText(creds)]
    void inTurn(() => saveCreds(turn, text))
  }
  return {
    state: { creds, keys: cachedKeys(rows, inTurn) },
    isLinked: () => creds.account !== undefined && creds.me !== undefined,
    number: () => creds.me?.id.match(/^\d+/)?.[0] ?? null,
    forgetAbandoned() {
      if (!isAbandoned(creds)) return
      // In place: Baileys holds this object.
      for (const key of Object.keys(creds)) Reflect.deleteProperty(creds, key)
      Object.assign(creds, initAuthCreds())
      save()
    },
    saveCreds: save,
    async settled() {
      await inTurn(async () => {})
    },
    async wipe() {
      closed = true
      await inTurn(() => rows.wipe())
    },
  }
}

async function readCreds(rows: KeyRows): Promise<AuthenticationCreds> {
  const text = (await rows.read(credsType, [credsId])).get(credsId)
  if (text === undefined) return initAuthCreds()
  const creds = fromText(text) as AuthenticationCreds
  return isAbandoned(creds) ? initAuthCreds() : creds
}

const isAbandoned = ({ me, account }: AuthenticationCreds) => me !== undefined && account === undefined

/** Written together, all or nothing; the last change of each place counts. */
interface Batch {
  changes: Map<string, KeyChange>
  written: Promise<void>
}

/** `inTurn` runs the writes of this store one after the other. */
function cachedKeys(rows: KeyRows, inTurn: ReturnType<typeof createTurns>): SignalKeyStore {
  // Texts, not objects: Baileys changes what it is given.
  const cache = new Map<string, string | null>()
  const place = (type: string, id: string) => `${type}/${id}`
  const remember = (key: string, text: string | null) => {
    cache.delete(key)
    cache.set(key, text)
    for (const oldest of cache.keys()) {
      if (cache.size <= maxCached) break
      cache.delete(oldest)
    }
  }
  const write = async (changes: ReadonlyMap<string, KeyChange>) => {
    try {
      await rows.write([...changes.values()])
      for (const [key, { text }] of changes) remember(key, text)
    } catch (error) {
      cache.clear()
      throw error
    }
  }
  // What comes in one turn of the event loop, such as the two halves of an answer, or while another write is on its way.
  let batch: Batch | null = null
  const newBatch = (): Batch => {
    const changes: Batch['changes'] = new Map()
    const written = inTurn(async () => {
      await nextTurn()
      batch = null
      await write(changes)
    })
    return { changes, written }
  }
  return {
    async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const missing = ids.filter((id) => !cache.has(place(type, id)))
      const found: { [id: string]: SignalDataTypeMap[T] } = {}
      // A write on its way may concern the same rows.
      const read = missing.length > 0 ? await inTurn(() => rows.read(type, missing)) : new Map<string, string>()
      for (const id of ids) {
        const key = place(type, id)
        const text = cache.has(key) ? cache.get(key) : (read.get(id) ?? null)
        remember(key, text ?? null)
        if (text) found[id] = revive(type, text)
      }
      return found
    },
    async set(data: SignalDataSet) {
      batch ??= newBatch()
      for (const change of changesOf(data)) batch.changes.set(place(change.type, change.id), change)
      await batch.written
    },
  }
}

function changesOf(data: SignalDataSet): KeyChange[] {
  return Object.entries(data).flatMap(([type, values]) =>
    Object.entries(values ?? {}).map(([id, value]) => ({ type, id, text: value === null ? null : toText(value) })),
  )
}

function revive<T extends keyof SignalDataTypeMap>(type: T, text: string): SignalDataTypeMap[T] {
  const value: unknown = fromText(text)
  const revived = type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(Object(value)) : value
  return revived as SignalDataTypeMap[T]
}
