// Messages that were decrypted but are not stored yet. A Signal message can be decrypted once only, and Baileys tells WhatsApp that it
// was received before it tells us: a socket or process that ends in between would lose it.
// Invariant: the decrypted bytes are written in the transaction that moves the Signal session on, and stay until the message is stored.
// An entry whose key names a day was counted as delivered on it, in the same statement (key-rows.ts), and goes with its outcome (tallies.ts).
import {
  decodeMessageNode,
  proto,
  unpadRandomMax16,
  type BinaryNode,
  type SignalDataSet,
  type SignalKeyStoreWithTransaction,
  type SocketConfig,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys'
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Log } from '../logger.ts'
import type { KeyRows } from './key-rows.ts'
import { fromText } from './key-text.ts'
import { forgetTrials } from './signal-trials.ts'
import { takeTurns } from './signal-turns.ts'

type MakeRepository = SocketConfig['makeSignalRepository']

const keyType = 'inbound'

/** The envelope of a message, and its content before WhatsApp's padding is removed. */
interface Entry {
  /** In the order of decryption, over all of the connection's sockets and processes. */
  place: number
  attrs: Record<string, string>
  plain: Uint8Array
}

/** `key`: the row's. */
type Kept = Entry & { key: string }

const entrySchema = v.object({
  // Missing in rows from before there were places.
  place: v.optional(v.number(), 0),
  attrs: v.record(v.string(), v.string()),
  plain: v.instance(Uint8Array),
})

export interface Journal {
  /** Baileys' Signal repository, keeping the journal. It decrypts nothing new while `isOpen` says that no receipt could follow. */
  repository(make: MakeRepository, isOpen: () => boolean): MakeRepository
  /** Learns the envelopes of what `socket` is about to decrypt. */
  watch(socket: WASocket): void
  /** What was decrypted and neither stored nor ignored, oldest first. */
  unfinished(me: { id: string; lid: string }): WAMessage[]
  finish(whatsappId: string): void
  /** The keys of what is in the journal under this id. */
  keysOf(whatsappId: string): readonly string[]
  /** Deletes what is finished now rather than with the next message. */
  flush(): Promise<void>
}

/** `today`: the company's day. */
export async function openJournal(rows: KeyRows, today: () => string, log: Log): Promise<Journal> {
  const kept = createKept(await readEntries(rows))
  const envelopes = new WeakMap<Uint8Array, Entry['attrs']>()
  /** Attributes of messages of which a part was counted: a message with several parts counts once. */
  const counted = new WeakSet<Entry['attrs']>()
  const keyOf = (hash: string, attrs: Entry['attrs']) =>
    attrs['id'] === undefined || counted.has(attrs) ? hash : `${today()}/${hash}`

  return {
    repository: (make, isOpen) => (auth, logger, findLids) => {
      // Baileys hands over its store with transactions.
      const keys = forgetTrials(auth.keys as SignalKeyStoreWithTransaction)
      const repository = make({ ...auth, keys }, logger, findLids)
      return takeTurns({
        ...repository,
        async decryptMessage(encrypted) {
          const hash = createHash('sha256').update(encrypted.ciphertext).digest('base64url')
          const known = kept.find(hash)
          if (known) return known.plain
          if (!isOpen()) throw new Error('the socket closed before decryption')
          const gone = kept.finished()
          const entry: Entry = {
            place: kept.nextPlace(),
            attrs: envelopes.get(encrypted.ciphertext) ?? {},
            plain: new Uint8Array(),
          }
          const key = keyOf(hash, entry.attrs)
          await keys.transaction(async () => {
            entry.plain = await repository.decryptMessage(encrypted)
            const changes = Object.fromEntries([...kept.keysOf(gone).map((old) => [old, null]), [key, entry]])
            await keys.set({ [keyType]: changes } as SignalDataSet)
          }, encrypted.jid)
          kept.forget(gone)
          counted.add(entry.attrs)
          kept.add(hash, { ...entry, key })
          return entry.plain
        },
      })
    },
    watch(socket) {
      socket.ws.prependListener('CB:message', ({ attrs, content }: BinaryNode) => {
        if (!Array.isArray(content)) return
        for (const part of content) if (part.content instanceof Uint8Array) envelopes.set(part.content, attrs)
      })
    },
    unfinished: (me) => unfinishedOf(kept, me, log),
    finish(whatsappId) {
      for (const [hash] of kept.ofMessage(whatsappId)) kept.finish(hash)
    },
    keysOf: (whatsappId) => kept.ofMessage(whatsappId).map(([, { key }]) => key),
    async flush() {
      const gone = kept.finished()
      if (gone.length > 0) await rows.write(kept.keysOf(gone).map((id) => ({ type: keyType, id, text: null })))
      kept.forget(gone)
    },
  }
}

/** What is in the journal, by what was encrypted, and what of it is finished. */
function createKept(entries: Map<string, Kept>) {
  const finished = new Set<string>()
  let place = Math.max(0, ...[...entries.values()].map((entry) => entry.place))
  return {
    find: (hash: string) => entries.get(hash),
    ofMessage: (whatsappId: string) => [...entries].filter(([, { attrs }]) => attrs['id'] === whatsappId),
    unfinished: () => [...entries].filter(([hash]) => !finished.has(hash)),
    /** Their rows' keys. */
    keysOf: (hashes: readonly string[]) => hashes.flatMap((hash) => entries.get(hash)?.key ?? []),
    nextPlace: () => (place += 1),
    add: (hash: string, entry: Kept) => void entries.set(hash, entry),
    finish: (hash: string) => void finished.add(hash),
    finished: () => [...finished],
    forget(hashes: Iterable<string>) {
      for (const hash of hashes) {
        entries.delete(hash)
        finished.delete(hash)
      }
    },
  }
}

function unfinishedOf(kept: ReturnType<typeof createKept>, me: { id: string; lid: string }, log: Log): WAMessage[] {
  return kept.unfinished().flatMap(([hash, entry]) => {
    try {
      return [messageOf(entry, me)]
    } catch (err) {
      log.error({ err }, 'a decrypted message is unreadable')
      kept.finish(hash)
      return []
    }
  })
}

/** Oldest first. */
async function readEntries(rows: KeyRows) {
  const found = [...(await rows.readAll(keyType))].flatMap(([key, text]) => {
    const entry = v.safeParse(entrySchema, fromText(text))
    return entry.success ? [[key.slice(key.indexOf('/') + 1), { ...entry.output, key }] as const] : []
  })
  return new Map<string, Kept>(found.toSorted(([, a], [, b]) => a.place - b.place))
}

function messageOf({ attrs, plain }: Entry, me: { id: string; lid: string }): WAMessage {
  const { fullMessage } = decodeMessageNode({ tag: 'message', attrs }, me.id, me.lid)
  return { ...fullMessage, message: proto.Message.decode(unpadRandomMax16(plain)) }
}
