// Reads one message as Baileys gives it: what we store of it, what it changes, or why it is neither. Pure.
// Invariant: a message that a person wrote to us is never ignored; a kind that we can't show yet is stored under its name.
import { jidDecode, proto, WAMessageStubType, type WAMessage, type WAMessageContent } from '@whiskeysockets/baileys'
import { plainInbound, type InboundChange, type InboundMessage, type InboundOrigin } from 'db/messages/inbound.ts'
import { placeholderContent } from 'db/messages/placeholder.ts'
import { caps, cleanChange, cleanMessage } from './clean.ts'
import { contentOf, contextOf, kindOf, unsupported, unwrap, type Content } from './content.ts'
import { accountOf, anyAccountOf, groupIdOf, isMe, isPersonServer, type Me } from './jids.ts'

export type Ignored =
  | 'status'
  | 'broadcast'
  | 'newsletter'
  | 'system'
  | 'self'
  | 'peer'
  | 'protocol'
  | 'groupEvent'
  | 'pollVote'
  | 'pin'
  /** Encrypted once more, with a key that came with the message that it changes. */
  | 'encryptedChange'
  /** Announces the pictures that follow. */
  | 'album'
  /** Deleted for everyone before it was handed over; the deletion itself comes too. */
  | 'deleted'
  /** A reaction that is no emoji. */
  | 'notEmoji'
  | 'empty'

type Message = Omit<InboundMessage, 'connectionId'>
type Change = Omit<InboundChange, 'connectionId'>

export type Decoded =
  | { kind: 'message'; message: Message }
  | { kind: 'change'; change: Change }
  | { kind: 'ignored'; reason: Ignored }

type Origin = Omit<InboundOrigin, 'connectionId'>

const ignored = (reason: Ignored): Decoded => ({ kind: 'ignored', reason })

/** What of it is kept is clean (clean.ts), whatever the sender put into it. */
export function decode(raw: WAMessage, me: Me): Decoded {
  const decoded = decodeRaw(raw, me)
  const now = new Date()
  if (decoded.kind === 'message') return { kind: 'message', message: cleanMessage(decoded.message, now) }
  if (decoded.kind === 'ignored') return decoded
  const change = cleanChange(decoded.change, now)
  return change ? { kind: 'change', change } : ignored('notEmoji')
}

function decodeRaw(raw: WAMessage, me: Me): Decoded {
  const unwanted = chatReason(raw.key.remoteJid ?? '') ?? (raw.category === 'peer' ? 'peer' : null)
  if (unwanted) return ignored(unwanted)
  const origin = originOf(raw, me)
  if (!origin) return ignored('self')
  const content = unwrap(raw.message)
  if (!content) return withoutContent(raw, origin)
  const reason = reasonOf(content)
  if (reason) return ignored(reason)
  const change = changeOf(content, raw)
  if (change) return { kind: 'change', change: { ...origin, ...change } }
  const found = contentOf(content)
  return found ? storable(raw, origin, found, content, me) : ignored('empty')
}

function chatReason(jid: string): Ignored | null {
  const { server, user } = jidDecode(jid) ?? { server: '', user: '' }
  if (server === 'g.us') return groupIdOf(jid) === null ? 'system' : null
  if (server === 'newsletter') return 'newsletter'
  if (server === 'broadcast') return user === 'status' ? 'status' : 'broadcast'
  // WhatsApp's own announcements, and what is no chat at all.
  return user === '0' || !isPersonServer(server) ? 'system' : null
}

/** Null when there is only ourselves. */
function originOf(raw: WAMessage, me: Me): Origin | null {
  const { id, remoteJid, remoteJidAlt, participant, participantAlt } = raw.key
  const fromMe = raw.key.fromMe === true
  const pushName = fromMe ? '' : (raw.pushName ?? '')
  if (!id) return null
  const groupId = groupIdOf(remoteJid)
  if (groupId !== null) {
    const contact = { lid: groupId, number: null, pushName: '', isGroup: true }
    const writer = fromMe ? null : accountOf([participant, participantAlt], me)
    return { whatsappId: id, fromMe, contact, participant: writer && { ...writer, pushName } }
  }
  // Of messages from the own phone the second name may be our own.
  const account = accountOf([remoteJid, remoteJidAlt], me)
  return account && { whatsappId: id, fromMe, contact: { ...account, pushName, isGroup: false }, participant: null }
}

const missedCalls = new Map<number, { isVideo: boolean; isGroup: boolean }>([
  [WAMessageStubType.CALL_MISSED_VOICE, { isVideo: false, isGroup: false }],
  [WAMessageStubType.CALL_MISSED_VIDEO, { isVideo: true, isGroup: false }],
  [WAMessageStubType.CALL_MISSED_GROUP_VOICE, { isVideo: false, isGroup: true }],
  [WAMessageStubType.CALL_MISSED_GROUP_VIDEO, { isVideo: true, isGroup: true }],
])

function withoutContent(raw: WAMessage, origin: Origin): Decoded {
  const stub = raw.messageStubType ?? 0
  const call = missedCalls.get(stub)
  if (call) {
    const details = { call: { ...call, wasRejected: false } }
    return { kind: 'message', message: { ...plain(raw, origin), mediaType: 'call_log', body: '', details } }
  }
  // Opened once, on the phone: WhatsApp keeps it from linked devices.
  if (raw.key.isViewOnce) {
    const { mediaType, body, details } = unsupported('viewOnce')
    const message = { ...plain(raw, origin), mediaType, body, details: details ?? null, isViewOnce: true }
    return { kind: 'message', message }
  }
  if (stub === WAMessageStubType.REVOKE) return ignored('deleted')
  // WhatsApp is asked for it and sends it again, encrypted anew, under the same id.
  if (stub === WAMessageStubType.CIPHERTEXT)
    return { kind: 'message', message: { ...plain(raw, origin), ...placeholderContent } }
  return ignored(origin.contact.isGroup && stub > 0 ? 'groupEvent' : 'empty')
}

const ignoredKinds: { [Kind in keyof WAMessageContent]?: Ignored } = {
  pollUpdateMessage: 'pollVote',
  pinInChatMessage: 'pin',
  keepInChatMessage: 'pin',
  encReactionMessage: 'encryptedChange',
  encEventResponseMessage: 'encryptedChange',
  secretEncryptedMessage: 'encryptedChange',
  albumMessage: 'album',
  stickerSyncRmrMessage: 'protocol',
  messageHistoryBundle: 'protocol',
  messageHistoryNotice: 'protocol',
}

function reasonOf(content: WAMessageContent): Ignored | null {
  const kind = kindOf(content)
  if (!kind) return 'empty'
  if (kind === 'protocolMessage')
    return content.protocolMessage && isChange(content.protocolMessage) ? null : 'protocol'
  if (kind === 'reactionMessage' && !content.reactionMessage?.key?.id) return 'empty'
  return ignoredKinds[kind] ?? null
}

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type

function isChange({ type, key, editedMessage }: proto.Message.IProtocolMessage) {
  if (!key?.id) return false
  return (type ?? REVOKE) === REVOKE || (type === MESSAGE_EDIT && unwrap(editedMessage) !== null)
}

function changeOf(content: WAMessageContent, raw: WAMessage): Pick<Change, 'targetId' | 'at' | 'change'> | null {
  const { reactionMessage: reaction, protocolMessage: protocol } = content
  const target = (reaction ?? protocol)?.key?.id
  if (!target) return null
  if (reaction) {
    const change = { kind: 'reaction', emoji: reaction.text ?? '' } as const
    return { targetId: target, at: millis(reaction.senderTimestampMs, raw), change }
  }
  const at = millis(protocol?.timestampMs, raw)
  const edited = protocol?.type === MESSAGE_EDIT && unwrap(protocol.editedMessage)
  if (!edited) return { targetId: target, at, change: { kind: 'delete' } }
  const { body, details } = contentOf(edited) ?? { body: '', details: undefined }
  const change = { kind: 'edit', body, link: details?.link ?? null, mentions: mentionsOf(edited) } as const
  return { targetId: target, at, change }
}

function storable(raw: WAMessage, origin: Origin, found: Content, content: WAMessageContent, me: Me): Decoded {
  const context = contextOf(content)
  const quoted = context?.stanzaId ? quotedOf(context, context.stanzaId, origin, me) : null
  const message: Message = {
    ...plain(raw, origin),
    mediaType: found.mediaType,
    body: found.body,
    details: found.details ?? null,
    isForwarded: context?.isForwarded === true,
    isViewOnce: isViewOnce(raw, content),
    // Baileys merges an edit into its message while it holds both back.
    editedAt: raw.message?.editedMessage ? instantOf(raw) : null,
    mentions: mentionsOf(content),
    quoted,
    file: found.file ?? null,
  }
  return { kind: 'message', message }
}

function plain(raw: WAMessage, origin: Origin): Message {
  return { ...plainInbound, ...origin, body: '', sentAt: instantOf(raw) }
}

const onceShells = ['viewOnceMessage', 'viewOnceMessageV2', 'viewOnceMessageV2Extension'] as const

function isViewOnce({ key, message }: WAMessage, content: WAMessageContent) {
  const around = [message, message?.ephemeralMessage?.message, message?.deviceSentMessage?.message]
  if (key.isViewOnce || around.some((shell) => onceShells.some((name) => shell?.[name]))) return true
  return [content.imageMessage, content.videoMessage, content.audioMessage].some((part) => part?.viewOnce === true)
}

const mentionsOf = (content: WAMessageContent) =>
  (contextOf(content)?.mentionedJid ?? []).slice(0, caps.mentions).flatMap((jid) => anyAccountOf(jid) ?? [])

function quotedOf(context: proto.IContextInfo, whatsappId: string, origin: Origin, me: Me): Message['quoted'] {
  const inner = unwrap(context.quotedMessage)
  const found = inner && contentOf(inner)
  const author = anyAccountOf(context.participant) ?? origin.contact
  return {
    whatsappId,
    body: found?.body ?? '',
    mediaType: found?.mediaType ?? 'chat',
    fromMe: isMe(context.participant, me),
    author: { lid: author.lid, number: author.number },
  }
}

/** Seconds, as a number or a Long. */
const instantOf = ({ messageTimestamp }: WAMessage) => new Date(Number(String(messageTimestamp ?? 0)) * 1_000)

/** Milliseconds, as a number or a Long; without any the message's own time. */
const millis = (value: unknown, raw: WAMessage) => Number(String(value ?? 0)) || instantOf(raw).getTime()
