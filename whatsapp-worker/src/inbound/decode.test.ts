import { placeholderContent } from 'db/messages/placeholder.ts'
import { proto, type WAMessage, type WAMessageContent } from '@whiskeysockets/baileys'
import { describe, expect, test } from 'vitest'
import { decode } from './decode.ts'

const me = { number: '5511900000001', lid: '900' }
const pn = '5511988887777@s.whatsapp.net'
const lid = '123456789@lid'
const ana = { lid: '123456789', number: '5511988887777', pushName: 'Ana', isGroup: false }

function received(message: WAMessageContent | undefined, key: Partial<WAMessage['key']> = {}): WAMessage {
  return {
    key: { id: 'ID1', remoteJid: lid, remoteJidAlt: pn, fromMe: false, ...key },
    pushName: 'Ana',
    messageTimestamp: 1_700_000_000,
    ...(message && { message }),
  }
}

const text = { conversation: 'oi' }

function messageOf(message: WAMessageContent | undefined, key: Partial<WAMessage['key']> = {}) {
  const decoded = decode(received(message, key), me)
  if (decoded.kind !== 'message') throw new Error(JSON.stringify(decoded))
  return decoded.message
}

test('a text is stored with both names of its sender', () => {
  expect(decode(received(text), me)).toEqual({
    kind: 'message',
    message: {
      whatsappId: 'ID1',
      fromMe: false,
      contact: ana,
      participant: null,
      mediaType: 'chat',
      body: 'oi',
      details: null,
      isForwarded: false,
      isViewOnce: false,
      editedAt: null,
      mentions: [],
      quoted: null,
      file: null,
      sentAt: new Date(1_700_000_000_000),
    },
  })
})

const { Type } = proto.Message.ProtocolMessage
const { CallOutcome } = proto.Message.CallLogMessage
const poll = { name: 'Qual?', options: [{ optionName: 'A' }, { optionName: 'B' }], selectableOptionsCount: 1 }
const isPoll = { mediaType: 'poll', body: 'Qual?', details: { poll: { options: ['A', 'B'], selectable: 1 } } }
const place = { degreesLatitude: -23.5, degreesLongitude: -46.5 }
const vcard = 'BEGIN:VCARD\nFN:Bia\nTEL;waid=5511977776666:+55 11 97777-6666\nEND:VCARD'
const bia = { name: 'Bia', numbers: ['5511977776666'] }
const unknown = (kind: string, body = '') => ({ mediaType: 'unsupported', body, details: { unsupported: kind } })

/** Both as a literal and as it comes from the wire. */
const bothWays = (message: WAMessageContent) => [message, proto.Message.decode(proto.Message.encode(message).finish())]

describe('what is stored', () => {
  const rows: [string, WAMessageContent, object][] = [
    ['conversation', text, { mediaType: 'chat', body: 'oi', details: null }],
    ['extended text', { extendedTextMessage: { text: 'oi' } }, { mediaType: 'chat', body: 'oi', details: null }],
    [
      'link preview',
      { extendedTextMessage: { text: 'veja https://a.b', matchedText: 'https://a.b', title: 'A', description: 'B' } },
      { mediaType: 'chat', details: { link: { url: 'https://a.b', title: 'A', description: 'B' } } },
    ],
    ['ephemeral', { ephemeralMessage: { message: { extendedTextMessage: { text: 'oi' } } } }, { body: 'oi' }],
    ['device sent', { deviceSentMessage: { destinationJid: pn, message: text } }, { mediaType: 'chat', body: 'oi' }],
    ['shells in shells', { deviceSentMessage: { message: { ephemeralMessage: { message: text } } } }, { body: 'oi' }],
    ['image with caption', { imageMessage: { caption: 'foto' } }, { mediaType: 'image', body: 'foto' }],
    ['video', { videoMessage: { seconds: 9 } }, { mediaType: 'video', details: { seconds: 9 } }],
    ['gif', { videoMessage: { gifPlayback: true } }, { mediaType: 'video', details: { isGif: true } }],
    ['round video', { ptvMessage: { seconds: 3 } }, { mediaType: 'video', details: { seconds: 3 } }],
    [
      'voice',
      { audioMessage: { ptt: true, seconds: 4 } },
      { mediaType: 'audio', details: { isVoice: true, seconds: 4 } },
    ],
    ['audio', { audioMessage: { seconds: 4 } }, { mediaType: 'audio', details: { seconds: 4 } }],
    ['sticker', { stickerMessage: {} }, { mediaType: 'image', details: { isSticker: true } }],
    ['moving sticker', { lottieStickerMessage: { message: { stickerMessage: {} } } }, { details: { isSticker: true } }],
    [
      'document',
      { documentMessage: { fileName: 'nota.pdf' } },
      { mediaType: 'application', file: { kind: 'document', name: 'nota.pdf' } },
    ],
    [
      'document with caption',
      { documentWithCaptionMessage: { message: { documentMessage: { caption: 'nota' } } } },
      { mediaType: 'application', body: 'nota' },
    ],
    [
      'location',
      { locationMessage: { ...place, name: 'Loja', address: 'Rua 1' } },
      {
        mediaType: 'location',
        details: { location: { latitude: -23.5, longitude: -46.5, name: 'Loja', address: 'Rua 1', isLive: false } },
      },
    ],
    ['live location', { liveLocationMessage: place }, { details: { location: { isLive: true, latitude: -23.5 } } }],
    ['contact', { contactMessage: { vcard } }, { mediaType: 'vcard', details: { contacts: [bia] } }],
    ['contacts', { contactsArrayMessage: { contacts: [{ vcard }, { vcard }] } }, { details: { contacts: [bia, bia] } }],
    ['poll', { pollCreationMessage: poll }, isPoll],
    ['poll 2', { pollCreationMessageV2: poll }, isPoll],
    ['poll 3', { pollCreationMessageV3: poll }, isPoll],
    ['poll 4', { pollCreationMessageV4: { message: { pollCreationMessageV3: poll } } }, isPoll],
    ['poll 5', { pollCreationMessageV5: poll }, isPoll],
    [
      'call',
      { callLogMesssage: { isVideo: true, callOutcome: CallOutcome.REJECTED } },
      { mediaType: 'call_log', details: { call: { isVideo: true, isGroup: false, wasRejected: true } } },
    ],
    ['forwarded', { extendedTextMessage: { text: 'oi', contextInfo: { isForwarded: true } } }, { isForwarded: true }],
    ['list answer', { listResponseMessage: { title: 'Vendas' } }, { mediaType: 'chat', body: 'Vendas' }],
    ['with context beside it', { messageContextInfo: {}, stickerMessage: {} }, { mediaType: 'image' }],
    ['an order', { orderMessage: {} }, unknown('order')],
    ['an event', { eventMessage: { name: 'Festa' } }, unknown('event', 'Festa')],
    ['an empty text', { extendedTextMessage: {} }, unknown('extendedText')],
  ]
  test.each(rows)('%s', (_, message, expected) => {
    for (const way of bothWays(message)) expect(messageOf(way)).toMatchObject(expected)
  })
})

describe('what is not stored', () => {
  const rows: [string, WAMessageContent, string][] = [
    ['poll vote', { pollUpdateMessage: {} }, 'pollVote'],
    ['key share', { protocolMessage: { type: Type.APP_STATE_SYNC_KEY_SHARE } }, 'protocol'],
    ['a deletion of nothing', { protocolMessage: { type: Type.REVOKE } }, 'protocol'],
    ['an edit without its text', { protocolMessage: { type: Type.MESSAGE_EDIT, key: { id: 'X' } } }, 'protocol'],
    ['a reaction to nothing', { reactionMessage: { text: '+' } }, 'empty'],
    ['an edit that is encrypted once more', { secretEncryptedMessage: {} }, 'encryptedChange'],
    ['an album', { albumMessage: { expectedImageCount: 2 } }, 'album'],
    ['sender key only', { senderKeyDistributionMessage: {} }, 'empty'],
    ['nothing', {}, 'empty'],
  ]
  test.each(rows)('%s', (_, message, reason) => {
    for (const way of bothWays(message)) expect(decode(received(way), me)).toEqual({ kind: 'ignored', reason })
  })
})

describe('changes', () => {
  const key = { id: 'TARGET', fromMe: true, remoteJid: lid }
  const rows: [string, WAMessageContent, object][] = [
    [
      'reaction',
      { reactionMessage: { key, text: '👍', senderTimestampMs: 1_700_000_000_005 } },
      { targetId: 'TARGET', at: 1_700_000_000_005, change: { kind: 'reaction', emoji: '👍' } },
    ],
    ['reaction taken back', { reactionMessage: { key } }, { change: { kind: 'reaction', emoji: '' } }],
    ['delete', { protocolMessage: { type: Type.REVOKE, key } }, { targetId: 'TARGET', change: { kind: 'delete' } }],
    [
      'edit',
      { protocolMessage: { type: Type.MESSAGE_EDIT, key, timestampMs: 1_700_000_000_007, editedMessage: text } },
      { targetId: 'TARGET', at: 1_700_000_000_007, change: { kind: 'edit', body: 'oi', link: null, mentions: [] } },
    ],
    [
      'edit in its shell, of a caption',
      {
        editedMessage: {
          message: {
            protocolMessage: { type: Type.MESSAGE_EDIT, key, editedMessage: { imageMessage: { caption: 'novo' } } },
          },
        },
      },
      { targetId: 'TARGET', change: { kind: 'edit', body: 'novo' } },
    ],
  ]
  test.each(rows)('%s', (_, message, expected) => {
    for (const way of bothWays(message)) {
      expect(decode(received(way), me)).toMatchObject({ kind: 'change', change: { contact: ana, ...expected } })
    }
  })

  test('an edit that Baileys merged into its message is the message, edited', () => {
    const merged = { editedMessage: { message: { conversation: 'certo' } } }
    expect(messageOf(merged)).toMatchObject({ body: 'certo', editedAt: new Date(1_700_000_000_000) })
  })

  test('a message that Baileys emptied because it was deleted meanwhile is no message', () => {
    const stub = { ...received(undefined), messageStubType: proto.WebMessageInfo.StubType.REVOKE }
    expect(decode(stub, me)).toEqual({ kind: 'ignored', reason: 'deleted' })
  })
})

describe('seen once', () => {
  const image = { imageMessage: { caption: 'só uma vez' } }
  const rows: [string, WAMessageContent][] = [
    ['first form', { viewOnceMessage: { message: image } }],
    ['second form', { viewOnceMessageV2: { message: image } }],
    ['disappearing too', { ephemeralMessage: { message: { viewOnceMessageV2: { message: image } } } }],
    ['by its own flag', { imageMessage: { ...image.imageMessage, viewOnce: true } }],
  ]
  test.each(rows)('%s', (_, message) => {
    for (const way of bothWays(message)) expect(messageOf(way)).toMatchObject({ mediaType: 'image', isViewOnce: true })
  })

  test('without its content', () => {
    expect(messageOf(undefined, { isViewOnce: true })).toMatchObject({ ...unknown('viewOnce'), isViewOnce: true })
  })
})

describe('files', () => {
  const bytes = new Uint8Array([1, 2, 3])
  const imageMessage = {
    url: 'https://mmg.whatsapp.net/x',
    directPath: '/x',
    mediaKey: bytes,
    fileEncSha256: bytes,
    fileSha256: bytes,
    fileLength: 2_048,
    mimetype: 'image/jpeg',
    width: 640,
    height: 480,
    jpegThumbnail: bytes,
  }

  test('hand on what is needed to fetch them', () => {
    for (const way of bothWays({ imageMessage })) {
      const { file } = messageOf(way)
      expect(file).toMatchObject({
        kind: 'image',
        url: 'https://mmg.whatsapp.net/x',
        directPath: '/x',
        mime: 'image/jpeg',
        size: 2_048,
        width: 640,
        height: 480,
        name: null,
      })
      expect([...(file?.mediaKey ?? []), ...(file?.thumbnail ?? [])]).toEqual([1, 2, 3, 1, 2, 3])
    }
  })

  test('that lie about their size have none', () => {
    const lie = { imageMessage: { ...imageMessage, fileLength: 2 ** 40, width: 4_294_967_295, height: 0 } }
    for (const way of bothWays(lie))
      expect(messageOf(way).file).toMatchObject({ size: null, width: null, height: null })
  })
})

describe('quotes and mentions', () => {
  const answer = (contextInfo: proto.IContextInfo) => ({ extendedTextMessage: { text: 'sim @777', contextInfo } })

  test('what is answered comes along with its author', () => {
    const quotedMessage = { imageMessage: { caption: 'este?' } }
    for (const way of bothWays(answer({ stanzaId: 'Q', participant: lid, quotedMessage }))) {
      expect(messageOf(way).quoted).toEqual({
        whatsappId: 'Q',
        body: 'este?',
        mediaType: 'image',
        fromMe: false,
        author: { lid: '123456789', number: null },
      })
    }
    expect(messageOf(answer({ stanzaId: 'Q', participant: '900@lid' })).quoted).toMatchObject({ fromMe: true })
    expect(messageOf(answer({ stanzaId: 'Q', participant: '5511900000001:3@s.whatsapp.net' })).quoted?.fromMe).toBe(
      true,
    )
  })

  test('mentions are accounts, nothing else', () => {
    const { mentions } = messageOf(answer({ mentionedJid: ['777@lid', pn, 'x', '12@g.us'] }))
    expect(mentions).toEqual([
      { lid: '777', number: null },
      { lid: null, number: '5511988887777' },
    ])
  })
})

describe('chats', () => {
  const rows: [string, Partial<WAMessage['key']>, object | string][] = [
    ['number first', { remoteJid: pn, remoteJidAlt: lid }, { number: '5511988887777', lid: '123456789' }],
    ['LID only', { remoteJidAlt: undefined }, { number: null, lid: '123456789' }],
    ['device', { remoteJid: '123456789:4@lid', remoteJidAlt: '5511988887777:0@s.whatsapp.net' }, ana],
    ['group', { remoteJid: '12036304@g.us' }, { lid: '12036304', number: null, pushName: '', isGroup: true }],
    ['status', { remoteJid: 'status@broadcast' }, 'status'],
    ['broadcast list', { remoteJid: '170000@broadcast' }, 'broadcast'],
    ['newsletter', { remoteJid: '1203@newsletter' }, 'newsletter'],
    ["WhatsApp's announcements", { remoteJid: '0@s.whatsapp.net' }, 'system'],
    ['note to self', { remoteJid: '5511900000001@s.whatsapp.net', remoteJidAlt: '900@lid', fromMe: true }, 'self'],
    ['no jid', { remoteJid: undefined }, 'system'],
  ]
  test.each(rows)('%s', (_, key, expected) => {
    const decoded = decode(received(text, key), me)
    if (decoded.kind === 'message') expect(decoded.message.contact).toMatchObject(Object(expected))
    else expect(decoded).toEqual({ kind: 'ignored', reason: expected })
  })

  test('in a group the writer is its participant', () => {
    const key = { remoteJid: '12036304@g.us', remoteJidAlt: undefined, participant: lid, participantAlt: pn }
    const { isGroup: _isGroup, ...writer } = ana
    expect(messageOf(text, key).participant).toEqual(writer)
    expect(messageOf(text, { ...key, participant: '900@lid', fromMe: true }).participant).toBeNull()
  })

  test('what happens in a group is no message', () => {
    const stub = { ...received(undefined, { remoteJid: '12036304@g.us' }), messageStubType: 27 }
    expect(decode(stub, me)).toEqual({ kind: 'ignored', reason: 'groupEvent' })
  })
})

test('what the owner typed on the phone is from us, and neither its name nor its number is the contact’s', () => {
  expect(messageOf(text, { fromMe: true, remoteJidAlt: '5511900000001@s.whatsapp.net' })).toMatchObject({
    fromMe: true,
    contact: { lid: '123456789', number: null, pushName: '' },
  })
})

test('what could not be decrypted keeps a place until it comes again; a missed call is shown as one', () => {
  const stub = (messageStubType: number) => decode({ ...received(undefined), messageStubType }, me)
  expect(stub(proto.WebMessageInfo.StubType.CIPHERTEXT)).toMatchObject({ message: placeholderContent })
  expect(stub(proto.WebMessageInfo.StubType.CALL_MISSED_VIDEO)).toMatchObject({
    message: { mediaType: 'call_log', details: { call: { isVideo: true, wasRejected: false } } },
  })
})

test('a time as Long, none at all, and one that cannot be', () => {
  const at = (messageTimestamp: unknown) => {
    const decoded = decode({ ...received(text), messageTimestamp: messageTimestamp as number }, me)
    return decoded.kind === 'message' ? decoded.message.sentAt.getTime() : Number.NaN
  }
  expect(at({ low: 1_700_000_000, high: 0, toString: () => '1700000000' })).toBe(1_700_000_000_000)
  for (const odd of [undefined, 'x', -1, 1e18]) expect(Math.abs(at(odd) - Date.now())).toBeLessThan(5_000)
})

test('what Postgres cannot take is left out', () => {
  const hostile = { extendedTextMessage: { text: 'a\0b\uD800', contextInfo: { stanzaId: 'Q\0' } } }
  expect(messageOf(hostile)).toMatchObject({ body: 'ab\uFFFD', quoted: { whatsappId: expect.stringMatching(/^odd-/) } })
})
