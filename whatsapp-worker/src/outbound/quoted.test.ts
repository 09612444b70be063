import { expect, test } from 'vitest'
import { quotedMessage, type Quoted } from './quoted.ts'

const chat = '5511988887777@s.whatsapp.net'
const text: Quoted = {
  whatsappId: 'Q',
  fromMe: false,
  mediaType: 'chat',
  body: 'Tem pão?',
  mediaMime: null,
  mediaName: null,
  details: null,
  author: null,
}

test('a quoted text is named by key and words', () => {
  expect(quotedMessage(text, chat)).toEqual({
    key: { remoteJid: chat, id: 'Q', fromMe: false },
    message: { conversation: 'Tem pão?' },
  })
})

test('in a group its author is named, unless that is us', () => {
  const author = '111@lid'
  expect(quotedMessage({ ...text, author }, '1@g.us').key.participant).toBe(author)
  expect(quotedMessage({ ...text, author, fromMe: true }, '1@g.us').key).not.toHaveProperty('participant')
})

const location = { latitude: -23.5, longitude: -46.6, name: 'Loja', address: '', isLive: false }
const ana = { name: 'Ana', numbers: ['55'] }

test.each<[string, Partial<Quoted>, object]>([
  ['image', { mediaMime: 'image/png', body: 'Veja' }, { imageMessage: { mimetype: 'image/png', caption: 'Veja' } }],
  ['image', { mediaMime: 'image/webp', details: { isSticker: true } }, { stickerMessage: { mimetype: 'image/webp' } }],
  ['video', { details: { isGif: true } }, { videoMessage: { gifPlayback: true } }],
  ['audio', { details: { isVoice: true, seconds: 4 } }, { audioMessage: { ptt: true, seconds: 4 } }],
  ['application', { mediaName: 'a.pdf' }, { documentMessage: { fileName: 'a.pdf' } }],
  ['location', { details: { location } }, { locationMessage: { degreesLatitude: -23.5, name: 'Loja' } }],
  ['vcard', { details: { contacts: [ana] } }, { contactMessage: { displayName: 'Ana' } }],
  ['vcard', { details: { contacts: [ana, ana] } }, { contactsArrayMessage: { contacts: [{}, {}] } }],
  ['poll', { details: { poll: { options: ['a'], selectable: 1 } } }, { pollCreationMessage: { name: 'Tem pão?' } }],
])('a quoted %s keeps its kind', (mediaType, change, expected) => {
  expect(quotedMessage({ ...text, mediaType, ...change }, chat).message).toMatchObject(expected)
})
