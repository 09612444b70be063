// What a WhatsApp message means to us, between the worker's decoding and the storing in receive.ts and receive-change.ts.
import type { Person } from '../contacts/find-contact.ts'
import type { MessageDetails } from './details.ts'

/** Without a name of its own. */
export type Account = Pick<Person, 'lid' | 'number'>

/** Where it was written, and by whom. */
export interface InboundOrigin {
  connectionId: string
  whatsappId: string
  /** Typed on the owner's own phone. */
  fromMe: boolean
  /** The other side of the chat: a person, or a group, whose id is `lid`. */
  contact: Person & { isGroup: boolean }
  /** Who wrote it in a group; null in a chat of two, and of what the owner wrote. */
  participant: Person | null
}

export interface InboundMessage extends InboundOrigin {
  mediaType: string
  /** Text, or a file's caption. */
  body: string
  details: MessageDetails | null
  isForwarded: boolean
  isViewOnce: boolean
  editedAt: Date | null
  mentions: readonly Account[]
  /** What it answers, and that as it came along. */
  quoted: { whatsappId: string; body: string; mediaType: string; fromMe: boolean; author: Account } | null
  /** What it says of its file. Null without one, or when WhatsApp keeps it from us. */
  file: InboundFile | null
  sentAt: Date
}

/** A text, and nothing beside it. */
export const plainInbound = {
  participant: null,
  mediaType: 'chat',
  details: null,
  isForwarded: false,
  isViewOnce: false,
  editedAt: null,
  mentions: [],
  quoted: null,
  file: null,
}

/** All that Baileys needs to fetch and decrypt the file later, and what the message tells of it. */
export interface InboundFile {
  /** Baileys' word for the kind of key. */
  kind: 'image' | 'video' | 'audio' | 'document' | 'sticker'
  url: string | null
  directPath: string | null
  mediaKey: Uint8Array | null
  fileEncSha256: Uint8Array | null
  fileSha256: Uint8Array | null
  mime: string | null
  name: string | null
  size: number | null
  width: number | null
  height: number | null
  /** A small JPEG that came within the message. */
  thumbnail: Uint8Array | null
}

/** A reaction ('' takes it back), an edit or a deletion for everyone. In JSON while it waits for its message. */
export interface InboundChange extends InboundOrigin {
  /** WhatsApp id of the message that it changes. */
  targetId: string
  /** Milliseconds since the epoch: of WhatsApp. */
  at: number
  change:
    | { kind: 'reaction'; emoji: string }
    | {
        kind: 'edit'
        body: string
        link: MessageDetails['link'] | null
        mentions: readonly Account[]
        /** The body was longer. */
        isCut?: true
      }
    | { kind: 'delete' }
}
