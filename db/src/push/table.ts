import { eq } from 'drizzle-orm'
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, timestamps } from '../kit/columns.ts'
import { all, defineTable, nothing } from '../kit/define-table.ts'

/** Where a device gets Web Push messages. Server only; deleted with its session, and when the push service says that it is gone. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  id: id(),
  companyId: companyId(),
  userId: uuid('user_id').notNull(),
  /** The session's row when it was made; a rotation leaves that row in place, the end of the session deletes it. */
  sessionId: uuid('session_id').notNull(),
  /** A URL that the browser was given by its push service; who knows it and the keys can write to the device. */
  endpoint: text('endpoint').notNull(),
  /** The device's public key, base64url of 65 bytes. */
  p256dh: text('p256dh').notNull(),
  /** Shared secret of device and server, base64url of 16 bytes. */
  auth: text('auth').notNull(),
  /** Why the last attempt failed; null after one that succeeded. */
  lastError: text('last_error'),
  ...timestamps(),
})

/** What a person wants of notifications, on all their devices. No row means the defaults. */
export const notificationSettings = pgTable('notification_settings', {
  /** The user's own id: a user has one row. */
  id: id(),
  companyId: companyId(),
  /** Whether notifications carry the message's text, or only say that there is one. Default true. */
  showText: boolean('show_text').notNull(),
  ...timestamps(),
})

export const syncedNotificationSettings = defineTable(notificationSettings, {
  scope: (actor) =>
    actor.kind === 'user'
      ? all(eq(notificationSettings.companyId, actor.companyId), eq(notificationSettings.id, actor.userId))
      : nothing,
})
