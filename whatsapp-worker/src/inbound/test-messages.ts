// Messages as no app of WhatsApp's makes them, for tests: its kinds, filled in with whatever its format takes.
import type { proto, WAMessage, WAMessageContent } from '@whiskeysockets/baileys'
import { hostilePair, hostileText, pairText } from 'db/kit/texts/test-hostile-texts.ts'
import * as fc from 'fast-check'

const lid = '123456789@lid'

const anyNumber = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(Number.NaN, 1e308, -1, 0, 2 ** 53, 4_294_967_295))
const anyText = fc.oneof(hostileText, hostilePair.map(pairText), fc.constantFrom('', 'x'.repeat(200_000)))
const anyBytes = fc.oneof(fc.uint8Array({ maxLength: 70 }), fc.constant(new Uint8Array(200_000)))
const anyJid = fc.oneof(
  anyText,
  fc.constantFrom(lid, '5511988887777:12@s.whatsapp.net', '120363000@g.us', '900@lid', 'a:b/c@lid', '@', '@g.us'),
)
const part = <T extends object>(shape: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) =>
  fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<T>

const fileShape = {
  url: anyText,
  directPath: anyText,
  mimetype: anyText,
  caption: anyText,
  fileName: anyText,
  mediaKey: anyBytes,
  fileSha256: anyBytes,
  fileEncSha256: anyBytes,
  jpegThumbnail: anyBytes,
  fileLength: anyNumber,
  width: anyNumber,
  height: anyNumber,
  seconds: anyNumber,
}
const placeShape = { degreesLatitude: anyNumber, degreesLongitude: anyNumber, name: anyText, address: anyText }
const cardShape = { displayName: anyText, vcard: anyText }
const key = part({ id: anyText, remoteJid: anyJid, participant: anyJid, fromMe: fc.boolean() })

const { content } = fc.letrec<{ content: WAMessageContent; context: proto.IContextInfo }>((tie) => ({
  context: part({
    stanzaId: anyText,
    participant: anyJid,
    mentionedJid: fc.array(anyJid, { maxLength: 5 }),
    quotedMessage: tie('content'),
    isForwarded: fc.boolean(),
  }),
  content: fc.oneof(
    { maxDepth: 3 },
    fc.record({ conversation: anyText }),
    fc.record({
      extendedTextMessage: part({
        text: anyText,
        matchedText: anyText,
        title: anyText,
        description: anyText,
        contextInfo: tie('context'),
      }),
    }),
    fc.record({ imageMessage: part({ ...fileShape, contextInfo: tie('context') }) }),
    fc.record({ videoMessage: part(fileShape) }),
    fc.record({ audioMessage: part({ ...fileShape, waveform: anyBytes }) }),
    fc.record({ documentMessage: part(fileShape) }),
    fc.record({ stickerMessage: part(fileShape) }),
    fc.record({ locationMessage: part({ ...placeShape, comment: anyText }) }),
    fc.record({ liveLocationMessage: part({ ...placeShape, caption: anyText }) }),
    fc.record({ contactMessage: part(cardShape) }),
    fc.record({ contactsArrayMessage: part({ contacts: fc.array(part(cardShape), { maxLength: 4 }) }) }),
    fc.record({
      pollCreationMessage: part({
        name: anyText,
        selectableOptionsCount: anyNumber,
        options: fc.array(part({ optionName: anyText }), { maxLength: 4 }),
      }),
    }),
    fc.record({ callLogMesssage: part({ callOutcome: anyNumber, isVideo: fc.boolean() }) }),
    fc.record({ buttonsResponseMessage: part({ selectedDisplayText: anyText }) }),
    fc.record({ listResponseMessage: part({ title: anyText }) }),
    fc.record({ templateMessage: part({ hydratedTemplate: part({ hydratedContentText: anyText }) }) }),
    fc.record({ listMessage: part({ description: anyText }) }),
    fc.record({ groupInviteMessage: part({ groupName: anyText }) }),
    fc.record({ reactionMessage: part({ key, text: anyText, senderTimestampMs: anyNumber }) }),
    fc.record({
      protocolMessage: part({
        key,
        type: fc.constantFrom(0, 14, 3),
        timestampMs: anyNumber,
        editedMessage: tie('content'),
      }),
    }),
    fc.record({ ephemeralMessage: fc.record({ message: tie('content') }) }),
    fc.record({ viewOnceMessageV2: fc.record({ message: tie('content') }) }),
    fc.record({ deviceSentMessage: fc.record({ message: tie('content') }) }),
    fc.record({ documentWithCaptionMessage: fc.record({ message: tie('content') }) }),
  ),
}))

/** Messages of WhatsApp's kinds with whatever may be filled in, for tests. */
export const hostileMessage = fc.record({
  key: part({ id: anyText, remoteJid: anyJid, remoteJidAlt: anyJid, participant: anyJid, fromMe: fc.boolean() }),
  pushName: anyText,
  messageTimestamp: anyNumber,
  message: content,
}) as fc.Arbitrary<WAMessage>
