// Reads one message as Baileys gives it: what we store of it, or why it is not stored. Pure.
// Invariant: a message that a person wrote to us is never ignored; a kind we can't show yet is stored under its name.
import { jidDecode, proto, type WAMessage, type WAMessageContent } from '@whiskeysockets/baileys'
import type { InboundMessage } from 'db/messages/receive.ts'

export type Ignored =
  | 'group'
  | 'status'
  | 'broadcast'
  | 'newsletter'
  | 'system'
  | 'self'
  | 'peer'
  | 'protocol'
  | 'reaction'
  | 'edit'
  | 'delete'
  | 'pollVote'
  | 'pin'
  | 'undecryptable'
  | 'empty'

export type Decoded =
  | { kind: 'message'; message: Omit<InboundMessage, 'connectionId'> }
  | { kind: 'ignored'; reason: Ignored }

/** The connection's own account, digits only. */
export interface Me {
  number: string | null
  lid: string | null
}

const ignored = (reason: Ignored): Decoded => ({ kind: 'ignored', reason })

export function decode(raw: WAMessage, me: Me): Decoded {
  const { key } = raw
  const unwanted = chatReason(key.remoteJid ?? '') ?? (raw.category === 'peer' ? 'peer' : null)
  if (unwanted) return ignored(unwanted)
  const contact = contactOf(raw, me)
  if (!contact || !key.id) return ignored('self')
  const content = unwrap(raw.message)
  const found = content ? contentOf(content) : missingContent(raw)
  if ('reason' in found) return ignored(found.reason)
  return {
    kind: 'message',
    message: {
      whatsappId: key.id,
      fromMe: key.fromMe === true,
      contact,
      mediaType: found.mediaType,
      body: found.body,
      sentAt: instantOf(raw.messageTimestamp),
    },
  }
}

function chatReason(jid: string): Ignored | null {
  const { server, user } = jidDecode(jid) ?? { server: '', user: '' }
  if (server === 'g.us') return 'group'
  if (server === 'newsletter') return 'newsletter'
  if (server === 'broadcast') return user === 'status' ? 'status' : 'broadcast'
  // WhatsApp's own announcements, and what is no chat at all.
  return user === '0' || !isPerson(server) ? 'system' : null
}

const numberServers: readonly string[] = ['s.whatsapp.net', 'c.us', 'hosted']
const lidServers: readonly string[] = ['lid', 'hosted.lid']
const isPerson = (server: string) => numberServers.includes(server) || lidServers.includes(server)

/** The other side of the chat under both names, as far as the message tells; null when there is only ourselves. */
function contactOf(raw: WAMessage, me: Me): InboundMessage['contact'] | null {
  const jids = [raw.key.remoteJid, raw.key.remoteJidAlt].flatMap((jid) => (jid ? [jidDecode(jid)] : []))
  const named = (servers: readonly string[], own: string | null) =>
    jids.find((jid) => jid && servers.includes(jid.server) && jid.user !== own)?.user ?? null
  // Of messages from the own phone the second name may be our own.
  const [number, lid] = [named(numberServers, me.number), named(lidServers, me.lid)]
  if (number === null && lid === null) return null
  return { number, lid, pushName: raw.key.fromMe ? '' : (raw.pushName ?? '') }
}

type Content = { mediaType: string; body: string } | { reason: Ignored }

/** Shells around the message itself. */
const shells = [
  'deviceSentMessage',
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'botInvokeMessage',
  'lottieStickerMessage',
] as const

function unwrap(message: WAMessageContent | null | undefined): WAMessageContent | null {
  let inner = message ?? null
  // Bounded: it comes from outside.
  for (let depth = 0; inner && depth < 6; depth++) {
    const around: WAMessageContent = inner
    const shell = shells.find((name) => around[name]?.message)
    if (!shell) return around
    inner = around[shell]?.message ?? null
  }
  return inner
}

function missingContent(raw: WAMessage): Content {
  // Opened once, on the phone: WhatsApp keeps it from linked devices.
  if (raw.key.isViewOnce) return { mediaType: 'unsupported:viewOnce', body: '' }
  // WhatsApp sends it again, encrypted anew, under the same id.
  return { reason: raw.messageStubType === proto.WebMessageInfo.StubType.CIPHERTEXT ? 'undecryptable' : 'empty' }
}

const ignoredKinds: Readonly<Record<string, Ignored>> = {
  reactionMessage: 'reaction',
  encReactionMessage: 'reaction',
  editedMessage: 'edit',
  pollUpdateMessage: 'pollVote',
  pinInChatMessage: 'pin',
  keepInChatMessage: 'pin',
}

/** Not the message, but what travels with one. */
const companions: readonly string[] = ['senderKeyDistributionMessage', 'fastRatchetKeySenderKeyDistributionMessage']

function contentOf(content: WAMessageContent): Content {
  const text = content.conversation || content.extendedTextMessage?.text
  if (text) return { mediaType: 'chat', body: text }
  if (content.protocolMessage) return { reason: protocolReason(content.protocolMessage.type) }
  // Own fields only: protobuf's prototypes hold every other kind as null.
  const kind = Object.entries(content).find(
    ([name, value]) => value && /Message(V\d+)?$/.test(name) && !companions.includes(name),
  )?.[0]
  if (!kind) return { reason: 'empty' }
  const reason = ignoredKinds[kind]
  return reason ? { reason } : { mediaType: `unsupported:${kindName(kind)}`, body: captionOf(content) }
}

function protocolReason(type: proto.Message.ProtocolMessage.Type | null | undefined): Ignored {
  const { Type } = proto.Message.ProtocolMessage
  if (type === Type.REVOKE) return 'delete'
  return type === Type.MESSAGE_EDIT ? 'edit' : 'protocol'
}

const kindName = (field: string) => field.replace(/(Creation)?Message(V\d+)?$/, '')

/** The words that come with it, as far as there are any. */
function captionOf(content: WAMessageContent): string {
  return (
    content.imageMessage?.caption ??
    content.videoMessage?.caption ??
    content.documentMessage?.caption ??
    content.buttonsResponseMessage?.selectedDisplayText ??
    content.templateButtonReplyMessage?.selectedDisplayText ??
    content.listResponseMessage?.title ??
    ''
  )
}

/** Seconds, as a number or a Long. */
function instantOf(timestamp: WAMessage['messageTimestamp']): Date {
  const seconds = Number(String(timestamp ?? 0))
  return seconds > 0 ? new Date(seconds * 1_000) : new Date()
}
