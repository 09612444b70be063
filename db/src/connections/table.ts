import { eq, isNull } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, id, instant, timestamps } from '../kit/columns.ts'
import { all, defineTable, nothing } from '../kit/define-table.ts'
import { hasPermission } from '../kit/permissions.ts'

export const connectionStatuses = ['OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

/**
 * disconnected: by a person here · logged_out: on the phone, or WhatsApp refused the login · qr_expired: nobody scanned · banned ·
 * replaced: somebody else uses its credentials · outdated: this version is too old for WhatsApp · unreachable: no way to WhatsApp's servers ·
 * unavailable: they answer that they can't serve now · timeout: the connection was lost.
 */
export const statusReasons = [
  'disconnected',
  'logged_out',
  'qr_expired',
  'banned',
  'replaced',
  'outdated',
  'unreachable',
  'unavailable',
  'timeout',
] as const
export type StatusReason = (typeof statusReasons)[number]

/** How it talks to WhatsApp; there is one way. */
export const providers = ['beta'] as const

/** A WhatsApp connection of a company. Its session's keys are in session_keys. */
export const connections = pgTable('connections', {
  id: id(),
  companyId: companyId(),
  name: text('name').notNull(),
  status: text('status', { enum: connectionStatuses }).notNull(),
  /** Why it is not up; null when all is well, or not known yet. */
  statusReason: text('status_reason', { enum: statusReasons }),
  /** Since when the status is what it is. */
  statusAt: instant('status_at').notNull().defaultNow(),
  /** When the next attempt to connect is due, while the status is TIMEOUT. */
  retryAt: instant('retry_at'),
  /** The text of the QR to scan while status is qrcode. Only in the shape connection_qr, never stored on devices. */
  qrcode: text('qrcode'),
  /** QRs shown since the linking began. */
  qrCount: integer('qr_count').notNull().default(0),
  /** To link by a code instead: whose phone will type it, digits only. */
  pairingNumber: text('pairing_number'),
  /** What is to be typed on that phone. As secret as the QR. */
  pairingCode: text('pairing_code'),
  /** A new link is wished: the worker gives up the old one first. */
  relink: boolean('relink').notNull().default(false),
  /** Rises with each failed attempt to open; 0 once connected. */
  retries: integer('retries').notNull(),
  isDefault: boolean('is_default').notNull(),
  /** Own number, digits only, known once linked. */
  number: text('number'),
  connectedAt: instant('connected_at'),
  lastMessageAt: instant('last_message_at'),
  provider: text('provider', { enum: providers }).notNull().default('beta'),
  greetingMessage: text('greeting_message').notNull().default(''),
  /** Sent when a ticket is closed; so spelt in the specification. */
  complationMessage: text('complation_message').notNull().default(''),
  outOfHoursMessage: text('out_of_hours_message').notNull().default(''),
  ratingMessage: text('rating_message').notNull().default(''),
  /** Where a pending ticket without a queue goes after `timeSendQueue` minutes; null: nowhere. */
  sendIdQueue: uuid('send_id_queue'),
  timeSendQueue: integer('time_send_queue').notNull().default(0),
  /** Where its groups go, which choose no queue themselves; null: to its only queue, or nowhere. */
  groupQueueId: uuid('group_queue_id'),
  promptId: uuid('prompt_id'),
  integrationId: uuid('integration_id'),
  /** How many menus the bot sends before it is silent; 0: no limit. */
  maxUseBotQueues: integer('max_use_bot_queues').notNull().default(3),
  /** Minutes between two menus. */
  timeUseBotQueues: integer('time_use_bot_queues').notNull().default(0),
  /** Minutes without an answer of the customer after which a ticket is closed; 0: never. */
  expiresTicket: integer('expires_ticket').notNull().default(0),
  expiresInactiveMessage: text('expires_inactive_message').notNull().default(''),
  /** SHA-256 of the external API's token, which was shown once. */
  tokenHash: text('token_hash'),
  /** The token's last four characters. */
  tokenHint: text('token_hint'),
  /** Its row stays, because tickets and messages name it. */
  deletedAt: instant('deleted_at'),
  ...timestamps(),
})

const existing = (of: string) => all(eq(connections.companyId, of), isNull(connections.deletedAt))

export const syncedConnections = defineTable(connections, {
  scope: (actor) => existing(actor.companyId),
  hidden: ['qrcode', 'qrCount', 'pairingNumber', 'pairingCode', 'relink', 'tokenHash', 'deletedAt'],
})

/** What is needed to link: streamed to the screen that shows it, for those who may link a connection. */
export const connectionQr = defineTable(connections, {
  scope: (actor) => (hasPermission(actor, 'connections-page:actionButtons') ? existing(actor.companyId) : nothing),
  only: ['id', 'companyId', 'status', 'qrcode', 'qrCount', 'pairingNumber', 'pairingCode'],
})

/** Baileys' credentials and Signal keys, encrypted. Deleted only when WhatsApp said that the link is gone, or with the connection. */
export const sessionKeys = pgTable(
  'session_keys',
  {
    connectionId: uuid('connection_id').notNull(),
    type: text('type').notNull(),
    keyId: text('key_id').notNull(),
    value: bytea('value').notNull(),
  },
  (t) => [primaryKey({ columns: [t.connectionId, t.type, t.keyId] })],
)

/** Which worker runs a connection's session. A write with an older fence than the row's is refused. */
export const connectionLeases = pgTable('connection_leases', {
  connectionId: uuid('connection_id').primaryKey(),
  owner: text('owner').notNull(),
  fence: bigint('fence', { mode: 'number' }).notNull(),
  expiresAt: instant('expires_at').notNull(),
  /** Id of the key with which the owner seals what it stores; null while the worker has not said which. */
  keyId: text('key_id'),
})

/** What a connection received, what became of it and what it sent, on a day of its company's. Decision 0027. */
export const connectionDays = pgTable('connection_days', {
  id: id(),
  companyId: companyId(),
  connectionId: uuid('connection_id').notNull(),
  /** 'YYYY-MM-DD' */
  day: text('day').notNull(),
  /** Handed over by the socket. Invariant, at rest: delivered = stored + changed + all that were ignored. */
  delivered: integer('delivered').notNull().default(0),
  /** Stored as messages. */
  stored: integer('stored').notNull().default(0),
  /** Reactions, edits and deletions that were applied. */
  changed: integer('changed').notNull().default(0),
  /** Counts by reason. */
  ignored: jsonb('ignored').$type<Record<string, number>>().notNull().default({}),
  /** Own messages that WhatsApp's server took. */
  sent: integer('sent').notNull().default(0),
  /** Own messages that failed: WhatsApp refused them, or they could not be handed over. */
  refused: integer('refused').notNull().default(0),
  ...timestamps(),
})

export const syncedConnectionDays = defineTable(connectionDays, {
  scope: (actor) =>
    hasPermission(actor, 'connections-page:actionButtons') ? eq(connectionDays.companyId, actor.companyId) : nothing,
})

/** One a time something is counted, in its transaction; folded into `connectionDays`. */
export const connectionTallies = pgTable('connection_tallies', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  connectionId: uuid('connection_id').notNull(),
  day: text('day').notNull(),
  counter: text('counter').notNull(),
  /** Only for counter 'delivered': key of the message's entry in the journal, which is there until the message's outcome is counted. */
  journalKey: text('journal_key'),
  createdAt: instant('created_at').notNull().defaultNow(),
})
