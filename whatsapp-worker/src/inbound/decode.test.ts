import { proto, type WAMessage, type WAMessageContent } from '@whiskeysockets/baileys'
import { describe, expect, test } from 'vitest'
import { decode } from './decode.ts'

const me = { number: '5511900000001', lid: '900' }
const pn = '5511988887777@s.whatsapp.net'
const lid = '123456789@lid'

function received(message: WAMessageContent | undefined, key: Partial<WAMessage['key']> = {}): WAMessage {
  return {
    key: { id: 'ID1', remoteJid: lid, remoteJidAlt: pn, fromMe: false, ...key },
    pushName: 'Ana',
    messageTimestamp: 1_700_000_000,
    ...(message && { message }),
  }
}

const text = { conversation: 'oi' }
const contentOf = (message: WAMessageContent) => {
  const decoded = decode(received(message), me)
  return decoded.kind === 'message' ? [decoded.message.mediaType, decoded.message.body] : decoded.reason
}

test('a text is stored with both names of its sender', () => {
  expect(decode(received(text), me)).toEqual({
    kind: 'message',
    message: {
      whatsappId: 'ID1',
      fromMe: false,
      contact: { lid: '123456789', number: '5511988887777', pushName: 'Ana' },
      mediaType: 'chat',
      body: 'oi',
      sentAt: new Date(1_700_000_000_000),
    },
  })
})

describe('content', () => {
  const rows: [string, WAMessageContent, [string, string] | string][] = [
    ['conversation', text, ['chat', 'oi']],
    ['extended text', { extendedTextMessage: { text: 'oi' } }, ['chat', 'oi']],
    ['ephemeral', { ephemeralMessage: { message: { extendedTextMessage: { text: 'oi' } } } }, ['chat', 'oi']],
    ['view once', { viewOnceMessageV2: { message: { imageMessage: {} } } }, ['unsupported:image', '']],
    ['device sent', { deviceSentMessage: { destinationJid: pn, message: text } }, ['chat', 'oi']],
    ['shells in shells', { deviceSentMessage: { message: { ephemeralMessage: { message: text } } } }, ['chat', 'oi']],
    ['image with caption', { imageMessage: { caption: 'foto' } }, ['unsupported:image', 'foto']],
    [
      'document with caption',
      { documentWithCaptionMessage: { message: { documentMessage: { caption: 'nota' } } } },
      ['unsupported:document', 'nota'],
    ],
    ['audio', { audioMessage: { ptt: true } }, ['unsupported:audio', '']],
    ['location', { locationMessage: {} }, ['unsupported:location', '']],
    ['contact', { contactMessage: {} }, ['unsupported:contact', '']],
    ['poll', { pollCreationMessageV3: { name: 'q' } }, ['unsupported:poll', '']],
    ['list answer', { listResponseMessage: { title: 'Vendas' } }, ['unsupported:listResponse', 'Vendas']],
    ['with context beside it', { messageContextInfo: {}, stickerMessage: {} }, ['unsupported:sticker', '']],
    ['reaction', { reactionMessage: { text: '+' } }, 'reaction'],
    ['poll vote', { pollUpdateMessage: {} }, 'pollVote'],
    ['delete', { protocolMessage: { type: proto.Message.ProtocolMessage.Type.REVOKE } }, 'delete'],
    ['edit', { protocolMessage: { type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT } }, 'edit'],
    ['key share', { protocolMessage: { type: 6 } }, 'protocol'],
    ['sender key only', { senderKeyDistributionMessage: {} }, 'empty'],
    ['nothing', {}, 'empty'],
  ]
  test.each(rows)('%s', (_, message, expected) => {
    expect(contentOf(message)).toEqual(expected)
    // As it comes from the wire, not from a literal.
    const wired = proto.Message.decode(proto.Message.encode(message).finish())
    expect(contentOf(wired)).toEqual(expected)
  })
})

describe('chats', () => {
  const rows: [string, Partial<WAMessage['key']>, object | string][] = [
    ['number first', { remoteJid: pn, remoteJidAlt: lid }, { number: '5511988887777', lid: '123456789' }],
    ['LID only', { remoteJidAlt: undefined }, { number: null, lid: '123456789' }],
    ['device', { remoteJid: '123456789:4@lid', remoteJidAlt: '5511988887777:0@s.whatsapp.net' }, {}],
    ['group', { remoteJid: '12036304@g.us' }, 'group'],
    ['status', { remoteJid: 'status@broadcast' }, 'status'],
    ['broadcast list', { remoteJid: '170000@broadcast' }, 'broadcast'],
    ['newsletter', { remoteJid: '1203@newsletter' }, 'newsletter'],
    ["WhatsApp's announcements", { remoteJid: '0@s.whatsapp.net' }, 'system'],
    ['note to self', { remoteJid: '5511900000001@s.whatsapp.net', remoteJidAlt: '900@lid', fromMe: true }, 'self'],
    ['no jid', { remoteJid: undefined }, 'system'],
  ]
  test.each(rows)('%s', (_, key, expected) => {
    const decoded = decode(received(text, key), me)
    if (decoded.kind === 'ignored') expect(decoded.reason).toBe(expected)
    else expect(decoded.message.contact).toMatchObject(Object(expected))
  })
})

test('what the owner typed on the phone is from us, and neither its name nor its number is the contact’s', () => {
  const own = received(text, { fromMe: true, remoteJidAlt: '5511900000001@s.whatsapp.net' })
  expect(decode(own, me)).toMatchObject({
    message: { fromMe: true, contact: { lid: '123456789', number: null, pushName: '' } },
  })
})

test('what could not be decrypted comes again, what may be opened once is named', () => {
  const stub = { ...received(undefined), messageStubType: proto.WebMessageInfo.StubType.CIPHERTEXT }
  expect(decode(stub, me)).toEqual({ kind: 'ignored', reason: 'undecryptable' })
  expect(decode(received(undefined, { isViewOnce: true }), me)).toMatchObject({
    message: { mediaType: 'unsupported:viewOnce' },
  })
})

test('a time as Long, and none at all', () => {
  const long = { low: 1_700_000_000, high: 0, toString: () => '1700000000' }
  const raw = { ...received(text), messageTimestamp: long as unknown as number }
  expect(decode(raw, me)).toMatchObject({ message: { sentAt: new Date(1_700_000_000_000) } })
})
