// Everything that the simulator remembers, as plain data: one tree that state-file writes whole. Live objects (phones,
// connections) hold references into it. Invariant: nothing here may be a class instance, and no object may have only
// numeric keys with numbers as values, because BufferJSON would read it back as a Buffer.

import { initAuthCreds } from '@whiskeysockets/baileys'
import type { AuthenticationCreds, BinaryNode, KeyPair, SignalDataTypeMap } from '@whiskeysockets/baileys'
import { createHash } from 'node:crypto'
import { createServerKeys } from './server/server-keys.ts'
import type { MessageChange, MessageKind, MessageView } from './phone/message-view.ts'
import type { ReceivedMedia } from './phone/received-media.ts'
import type { ServerKeys } from './server/server-keys.ts'

export type MessageStatus = 'sent' | 'delivered' | 'read' | 'played'

export interface ChatMessage {
  id: string
  fromMe: boolean
  /** The text, or the caption of a message with a file. */
  text: string
  media?: ReceivedMedia
  /** Missing in states from before there were other kinds than text and files. */
  view?: MessageView
  /** The encoded message, of what is more than text: to quote it, and for the history of new companions. */
  payload?: Uint8Array
  /** In groups: the number that wrote it. */
  author?: string
  /** `from` is empty for our own. */
  reactions?: { from: string; emoji: string }[]
  isEdited?: boolean
  isDeleted?: boolean
  /** Milliseconds since the epoch. */
  at: number
  status: MessageStatus
  /** The form of our own address that the sender used; receipts must name the same one. */
  addressedAs?: string
}

export interface ChatRecord {
  /** The other party's number, or the group's address. */
  peer: string
  messages: ChatMessage[]
}

export interface ReceivedEntry {
  id: string
  from: string
  /** The text; of a reaction the emoji, of an edit the new text. */
  text: string
  kind: MessageKind | MessageChange['kind']
  /** What a reaction, an edit or a deletion is about. */
  targetId?: string
  /** The group that it was written in. */
  group?: string
  media?: ReceivedMedia
  view?: MessageView
  /** When it reached the phone, in milliseconds since the epoch. */
  at: number
}

/** A message on its way to a phone. */
export interface Envelope {
  id: string
  at: number
  dueAt: number
  fromNumber: string
  fromDevice: number
  /** As the sender wrote it: the phone's number or its lid. */
  addressedAs: string
  /** Set on the owner's copy: whom the message was for. */
  recipient?: string
  category?: string
  /** The group that it was written in. */
  group?: string
  /** `plain`: an encoded message from another simulated phone, which no client can observe. */
  cipher: 'pkmsg' | 'msg' | 'skmsg' | 'plain'
  content: Uint8Array
}

/** A stanza that the server keeps until the companion has acknowledged it. */
export interface PendingStanza {
  key: string
  dueAt: number
  node: BinaryNode
}

export interface PublicPreKey {
  id: number
  value: Uint8Array
}

export interface CompanionRecord {
  number: string
  lid: string
  device: number
  noiseKey: Uint8Array
  identity: Uint8Array
  registrationId: number
  signedPreKey: PublicPreKey & { signature: Uint8Array }
  preKeys: PublicPreKey[]
  pending: PendingStanza[]
  /** Whether the phone has sent its app state keys and history, without which the first login waits for 20 s. */
  introduced: boolean
}

export type StoredKeys = { [T in keyof SignalDataTypeMap]?: { [id: string]: SignalDataTypeMap[T] } }

export interface PhoneRecord {
  number: string
  name: string
  lid: string
  autoRead: boolean
  creds: AuthenticationCreds
  keys: StoredKeys
  chats: ChatRecord[]
  /** Encoded messages that may still be asked for again, newest last. */
  outbox: { id: string; to: string; payload: Uint8Array }[]
  inbox: Envelope[]
  receivedLog: ReceivedEntry[]
  companions: CompanionRecord[]
  nextDevice: number
  /** Companions, as `number:device`, that have our sender key of a group. */
  senderKeyHolders?: Record<string, string[]>
  /** Where the media host has the profile picture. */
  picture?: string
  /** The account wants a passkey: scanning its QR code leads nowhere. */
  needsPasskey?: boolean
}

export interface GroupMember {
  number: string
  role: 'member' | 'admin' | 'superadmin'
}

export interface GroupRecord {
  id: string
  subject: string
  /** Milliseconds since the epoch. */
  subjectAt: number
  createdAt: number
  creator: string
  members: GroupMember[]
}

export interface ServerState {
  version: 1
  keys: ServerKeys
  phones: PhoneRecord[]
  /** Missing in states from before there were groups. */
  groups?: GroupRecord[]
}

export function createServerState(rootKey?: KeyPair): ServerState {
  return { version: 1, keys: createServerKeys(rootKey), phones: [] }
}

export function createPhoneRecord(number: string, name: string): PhoneRecord {
  return {
    number,
    name,
    lid: `${lidUserOf(number)}@lid`,
    autoRead: false,
    creds: initAuthCreds(),
    keys: {},
    chats: [],
    outbox: [],
    inbox: [],
    receivedLog: [],
    companions: [],
    nextDevice: 1,
  }
}

// Derived from the number, so that a contact keeps its lid even when the state file is thrown away.
function lidUserOf(number: string) {
  const digest = createHash('sha256').update(number).digest()
  return `1${(digest.readBigUInt64BE() % 10n ** 14n).toString().padStart(14, '0')}`
}
