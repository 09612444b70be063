// Opens one socket to WhatsApp with the options that our way of working needs. Everything here is Baileys' wording.
// Invariant: our listeners never throw into Baileys, where an exception becomes an unhandled rejection and ends the process.
import {
  DEFAULT_CONNECTION_CONFIG,
  makeWASocket,
  WA_CERT_DETAILS,
  type AuthenticationState,
  type BaileysEventMap,
  type BinaryNode,
  type CacheStore,
  type GroupMetadata,
  proto,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys'
import { presenceStates, type PresenceState } from 'db/presences/table.ts'
import type { WorkerEnv } from '../env.ts'
import type { Log } from '../logger.ts'
import { isCallNotice } from '../inbound/calls.ts'
import type { History } from '../inbound/history.ts'
import type { News } from '../inbound/news.ts'
import { keepArrivalOrder } from './arrival-order.ts'
import { baileysLogger } from './baileys-logger.ts'
import type { Journal } from './journal.ts'
import { mediaAgent } from './media-agent.ts'
import { memoryCache } from './memory-cache.ts'
import { quietLibsignal } from './quiet-libsignal.ts'

quietLibsignal()

/** What Baileys remembers from one socket to the next of the same connection. */
export interface SocketMemory {
  msgRetryCounterCache: CacheStore
  /** Without a long memory every next message after five minutes starts a new Signal session. */
  userDevicesCache: CacheStore
}

const hour = 3_600_000

export function socketMemory(): SocketMemory {
  return { msgRetryCounterCache: memoryCache(hour, 10_000), userDevicesCache: memoryCache(12 * hour, 10_000) }
}

export interface SocketListeners {
  qr(qr: string): void
  paired(): void
  connected(): void
  closed(code: number, message: string): void
  credsChanged(): void
  messages(messages: readonly WAMessage[]): void
  calls(events: BaileysEventMap['call']): void
  /** WhatsApp told something of people or groups. */
  told(news: News): void
  history(history: History): void
  delivery(updates: BaileysEventMap['messages.update']): void
  /** Own messages in groups, of one member each. */
  groupDelivery(updates: BaileysEventMap['message-receipt.update']): void
  /** The other side of a chat writes (null: no longer). */
  presence(jid: string, state: PresenceState | null): void
  /** The server took an own message (no error) or refused it. */
  ack(whatsappId: string, error: string | null): void
}

export interface SocketOptions {
  env: Pick<WorkerEnv, 'whatsapp' | 'whatsappVersion'>
  auth: AuthenticationState
  memory: SocketMemory
  journal: Journal
  /** An own message that a device asks for again. */
  messageAgain(whatsappId: string, socket: WASocket): Promise<proto.IMessage | undefined>
  /** Who is in a group that is to be written to. */
  group(jid: string, socket: WASocket): Promise<GroupMetadata>
  listeners: SocketListeners
  log: Log
}

/** Whose signature proves that it is WhatsApp's server: the stand-in's own key, for all sockets of this process. */
export function trustRootKey(rootKey: Buffer) {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey)
}

export function openSocket(options: SocketOptions): WASocket {
  const { env, auth, memory, journal, listeners, log } = options
  let made: WASocket | undefined
  const socket = makeWASocket({
    auth,
    logger: baileysLogger(log),
    version: env.whatsappVersion ?? DEFAULT_CONNECTION_CONFIG.version,
    waWebSocketUrl: env.whatsapp?.url ?? DEFAULT_CONNECTION_CONFIG.waWebSocketUrl,
    browser: ['Balcão', 'Chrome', '1.0'],
    fetchAgent: mediaAgent(env.whatsapp !== null),
    getMessage: async ({ id }) => (id && made ? options.messageAgain(id, made) : undefined),
    cachedGroupMetadata: async (jid) => (made ? options.group(jid, made) : undefined),
    ...memory,
    // What is worth another try is tried by key-rows.ts. Baileys would go on for half a minute after the lease is lost, holding the turns
    // (signal-turns.ts) that the next session waits for.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    makeSignalRepository: journal.repository(
      DEFAULT_CONNECTION_CONFIG.makeSignalRepository,
      () => made?.ws.isOpen ?? true,
    ),
    // Receipts within 100 ms of an own event would be merged into it and lost to us.
    emitOwnEvents: false,
    // An online device would keep the owner's phone from ringing.
    markOnlineOnConnect: false,
    syncFullHistory: false,
    // The latest conversations; not the whole past.
    shouldSyncHistoryMessage: ({ syncType }) => syncType !== proto.Message.HistorySyncType.FULL,
    generateHighQualityLinkPreview: false,
  })
  made = socket
  keepArrivalOrder(socket)
  journal.watch(socket)
  listen(socket, listeners, log)
  return socket
}

function listen(socket: WASocket, listeners: SocketListeners, log: Log) {
  const guarded =
    <T>(name: string, listener: (value: T) => void) =>
    (value: T) => {
      try {
        listener(value)
      } catch (err) {
        log.error({ err, listener: name }, 'a listener failed')
      }
    }
  const on = <Name extends keyof BaileysEventMap>(name: Name, listener: (value: BaileysEventMap[Name]) => void) =>
    socket.ev.on(name, guarded(name, listener))
  on('connection.update', (update) => {
    // What Baileys has told WhatsApp it received, but holds back, is thrown away with the socket.
    if (update.connection === 'close') socket.ev.flush()
    onConnectionUpdate(update, listeners)
  })
  on('creds.update', () => listeners.credsChanged())
  // Both kinds: what waited while we were offline comes as `append`.
  on('messages.upsert', ({ messages }) => listeners.messages(messages.filter((message) => !isCallNotice(message))))
  on('call', (events) => listeners.calls(events))
  on('messages.update', (updates) => listeners.delivery(updates))
  on('message-receipt.update', (updates) => listeners.groupDelivery(updates))
  listenForNews(on, listeners)
  on('presence.update', ({ id, presences }) => {
    const states = Object.values(presences).map(({ lastKnownPresence }) => lastKnownPresence)
    const writes = presenceStates.find((state) => states.includes(state))
    // Baileys says of who paused that they are available.
    if (states.length > 0) listeners.presence(id, writes ?? null)
  })
  // The server's ack is no event.
  socket.ws.on(
    'CB:ack,class:message',
    guarded('ack', ({ attrs }: BinaryNode) => {
      if (attrs['id']) listeners.ack(attrs['id'], attrs['error'] ?? null)
    }),
  )
}

type On = <Name extends keyof BaileysEventMap>(name: Name, listener: (value: BaileysEventMap[Name]) => void) => void

function listenForNews(on: On, { told, history }: SocketListeners) {
  on('contacts.upsert', (people) => told({ kind: 'people', people }))
  on('contacts.update', (people) => told({ kind: 'people', people }))
  on('lid-mapping.update', ({ lid, pn }) => told({ kind: 'people', people: [{ id: lid, phoneNumber: pn }] }))
  on('groups.upsert', (groups) => told({ kind: 'groups', groups }))
  on('groups.update', (groups) => told({ kind: 'groups', groups }))
  on('group-participants.update', (update) => told({ kind: 'members', update }))
  on('messaging-history.set', history)
}

function onConnectionUpdate(update: BaileysEventMap['connection.update'], listeners: SocketListeners) {
  if (update.qr) listeners.qr(update.qr)
  if (update.isNewLogin) listeners.paired()
  if (update.connection === 'open') listeners.connected()
  if (update.connection === 'close') {
    const error = update.lastDisconnect?.error
    listeners.closed(codeOf(error), error?.message ?? '')
  }
}

function codeOf(error: Error | undefined): number {
  const { output } = (error ?? {}) as { output?: { statusCode?: number } }
  return output?.statusCode ?? 0
}
