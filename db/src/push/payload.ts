// What a push message carries from the worker to the service worker of a device; encrypted for that device on the way.
import * as v from 'valibot'

const messagePush = v.object({
  kind: v.literal('message'),
  /** For whom: another person may be logged in on the device by now. */
  userId: v.string(),
  ticketId: v.pipe(v.string(), v.uuid()),
  /** The contact's name. */
  title: v.string(),
  /** The message's text, shortened; not there when it has none or the person does not want it. */
  body: v.optional(v.string()),
  /** Unread messages of all tickets that are this person's to answer, and of their chats: the badge of the app's icon. */
  unread: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

const chatPush = v.object({
  kind: v.literal('chat'),
  userId: v.string(),
  chatId: v.pipe(v.string(), v.uuid()),
  /** The chat's title. */
  title: v.string(),
  /** Who said it, and what, shortened; without text only who. */
  body: v.string(),
  /** As of a customer's message. */
  unread: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

/** A colleague mentions this person in a ticket's note. */
const mentionPush = v.object({
  kind: v.literal('mention'),
  userId: v.string(),
  ticketId: v.pipe(v.string(), v.uuid()),
  noteId: v.pipe(v.string(), v.uuid()),
  /** Who wrote the note; empty when they are gone. */
  author: v.string(),
  /** The name of the ticket's contact. */
  contact: v.string(),
  /** The note's text, as a message's. */
  body: v.optional(v.string()),
})

/** Somebody tries out whether notifications arrive. */
const testPush = v.object({ kind: v.literal('test'), userId: v.string() })

export const pushPayload = v.variant('kind', [messagePush, chatPush, mentionPush, testPush])
export type PushPayload = v.InferOutput<typeof pushPayload>
export type MessagePush = v.InferOutput<typeof messagePush>
export type ChatPush = v.InferOutput<typeof chatPush>
export type MentionPush = v.InferOutput<typeof mentionPush>
