import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openContent, type Outgoing } from './message-content.ts'

const row: Outgoing = {
  whatsappId: 'A',
  body: '',
  mediaType: 'chat',
  mediaHash: null,
  mediaMime: null,
  mediaName: null,
  mediaWidth: null,
  mediaHeight: null,
  details: null,
  isForwarded: false,
  quoted: null,
}
const chat = '5511988887777@s.whatsapp.net'
const media = { put: async () => {}, remove: async () => {}, read: async () => Readable.from([]) }
const socket = {
  groupMetadata: async () => ({ id: '1@g.us', owner: undefined, subject: '', participants: [{ id: '111000@lid' }] }),
}
const waveform = new Uint8Array(64)
const voiceOf = async () => ({ hash: 'cd', seconds: 3, waveform })
async function content(change: Partial<Outgoing>, to = chat) {
  const opened = await openContent({ ...row, ...change }, to, { media, companyId: 'company', groups: socket, voiceOf })
  opened?.close()
  return opened?.message
}
const file = (mediaMime: string, mediaType: string) => ({ mediaHash: 'ab', mediaMime, mediaType })

test('places and people go as what they are', async () => {
  const location = { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua A', isLive: false }
  expect(await content({ mediaType: 'location', details: { location } })).toEqual({
    location: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Loja', address: 'Rua A' },
  })
  const contacts = [{ name: 'Ana', numbers: ['55'] }]
  expect(await content({ mediaType: 'vcard', details: { contacts } })).toMatchObject({
    contacts: { contacts: [{ displayName: 'Ana', vcard: expect.stringContaining('waid=55') }] },
  })
})

test('a recording goes as a voice note, other sound as sound', async () => {
  const voice = { details: { isVoice: true, seconds: 4 } }
  expect(await content({ ...file('audio/ogg', 'audio'), ...voice })).toMatchObject({
    ptt: true,
    seconds: 4,
    mimetype: 'audio/ogg; codecs=opus',
  })
  expect(await content({ ...file('audio/mpeg', 'audio'), ...voice })).toMatchObject({
    ptt: true,
    seconds: 3,
    waveform,
    mimetype: 'audio/ogg; codecs=opus',
  })
  expect(await content({ ...file('audio/mp4', 'audio'), ...voice })).toMatchObject({ ptt: true, mimetype: 'audio/mp4' })
  expect(await content(file('audio/mpeg', 'audio'))).not.toHaveProperty('ptt')
})

test('stickers and moving pictures stay such when passed on', async () => {
  const sticker = { ...file('image/webp', 'image'), details: { isSticker: true }, isForwarded: true }
  expect(await content(sticker)).toMatchObject({ sticker: {}, contextInfo: { isForwarded: true, forwardingScore: 1 } })
  expect(await content({ ...file('video/mp4', 'video'), details: { isGif: true } })).toMatchObject({
    gifPlayback: true,
  })
})

test('only in a group are people mentioned', async () => {
  const body = 'oi @111000'
  expect(await content({ body }, '1@g.us')).toMatchObject({ text: body, mentions: ['111000@lid'] })
  expect(await content({ body })).not.toHaveProperty('mentions')
})
