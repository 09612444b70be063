import { eq } from 'drizzle-orm'
import { bigint, boolean, customType, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant, timestamps } from '../kit/columns.ts'
import { defineTable, nothing } from '../kit/define-table.ts'
import { hasPermission } from '../kit/permissions.ts'

export const connectionStatuses = ['OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

/** A WhatsApp connection of a company. Its session's keys are in session_keys. */
export const connections = pgTable('connections', {
  id: id(),
  companyId: companyId(),
  name: text('name').notNull(),
  status: text('status', { enum: connectionStatuses }).notNull(),
  /** Why it is down, as a short code: logged_out, qr_expired, banned, replaced, timeout; null when all is well. */
  statusReason: text('status_reason'),
  /** The text of the QR to scan while status is qrcode. Only in the shape connection_qr, never stored on devices. */
  qrcode: text('qrcode'),
  /** Rises with each failed attempt to open; 0 once connected. */
  retries: integer('retries').notNull(),
  isDefault: boolean('is_default').notNull(),
  /** Own number, digits only, known once linked. */
  number: text('number'),
  connectedAt: instant('connected_at'),
  lastMessageAt: instant('last_message_at'),
  ...timestamps(),
})

export const syncedConnections = defineTable(connections, {
  scope: (actor) => eq(connections.companyId, actor.companyId),
  hidden: ['qrcode'],
})

/** The QR being shown: streamed to the screen that shows it, for those who may link a connection. */
export const connectionQr = defineTable(connections, {
  scope: (actor) =>
    hasPermission(actor, 'connections-page:actionButtons') ? eq(connections.companyId, actor.companyId) : nothing,
  hidden: ['name', 'retries', 'isDefault', 'number', 'connectedAt', 'lastMessageAt', 'createdAt', 'statusReason'],
})

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

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
})
