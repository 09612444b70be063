// Who answers customers in people's stead. A kind is one folder here and one line in registry.ts: it is told of a conversation and says what is to
// be said and what happens then. It writes no row of the desk; what must be kept from one answer to the next is its answer's `state`.
import type { Answer, AskLater } from 'db/responders/answer.ts'
import type { Conversation } from 'db/responders/conversation.ts'
import type { Database } from 'db/node/connect.ts'
import type { KeyRing } from 'db/node/keys/cipher.ts'
import type { MediaStore } from 'db/node/media/media-store.ts'
import type { Outgoing } from 'db/node/outgoing/outgoing.ts'
import type { Log } from '../logger.ts'

export interface Responder {
  /**
   * Called outside of any transaction; again with the same `turnId` when a worker died meanwhile. What it throws, and what takes longer than
   * `signal` lasts, hands over to people. `note` changes the conversation's `session.state` at once, for whoever is asked after this one died:
   * for services that do not tell repetitions by themselves. It rejects when somebody else has the turn.
   */
  respond(conversation: Conversation, signal: AbortSignal, note: NoteState): Promise<Answer | AskLater>
}

export type NoteState = (state: unknown) => Promise<void>

/** What responders work with. */
export interface ResponderParts {
  db: Database
  media: MediaStore
  /** Bytes that a company may keep there; null: no limit. */
  quota: number | null
  /** Opens their secrets: db/node/keys/secrets.ts. */
  keys: KeyRing
  /** To addresses that people chose. */
  outgoing: Outgoing
  /** Where Azure speaks; `{region}` stands for a part of its address. */
  ttsUrl: string
  dialogflowUrl: string
  /** Where Asaas answers. */
  asaasUrl: string
  log: Log
}
