// Every kind of message between phones and a real client, both ways.

import { downloadContentFromMessage } from '@whiskeysockets/baileys'
import type { MediaType } from '@whiskeysockets/baileys'
import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Phone, Simulator } from './simulator.ts'
import { eventually, type TestClient } from './test-client.ts'
import { startLine, type Line } from './test-line.ts'

let line: Line
let simulator: Simulator
let company: Phone
let ana: Phone
let client: TestClient

const file = randomBytes(3000)
const sha256 = createHash('sha256').update(file).digest('hex')

beforeAll(async () => {
  line = await startLine()
  ;({ simulator, company, ana, client } = line)
  await line.link()
})

afterAll(async () => {
  await line.stop()
})

afterEach(() => expect(simulator.unknownIqs).toEqual([]))

const arrived = (id: string) => eventually(() => client.messages.find((message) => message.id === id)?.raw)
const shownOn = (phone: Phone, id: string) =>
  phone
    .chats()
    .flatMap(({ messages }) => messages)
    .find((message) => message.id === id)

test.each([
  [
    'an image',
    () => ana.sendImage(company.number, file, { caption: 'Olha', jpegThumbnail: randomBytes(9) }),
    'imageMessage',
    'image',
  ],
  ['a video', () => ana.sendVideo(company.number, file, { seconds: 4 }), 'videoMessage', 'video'],
  ['a voice note', () => ana.sendAudio(company.number, file, { voice: true, seconds: 3 }), 'audioMessage', 'audio'],
  ['a song', () => ana.sendAudio(company.number, file), 'audioMessage', 'audio'],
  ['a document', () => ana.sendDocument(company.number, file, { name: 'nota.pdf' }), 'documentMessage', 'document'],
  ['a sticker', () => ana.sendSticker(company.number, file), 'stickerMessage', 'sticker'],
] as const)(
  '%s from a phone can be opened by the client and on the phone itself',
  async (_, send, kind, type: MediaType) => {
    const id = await send()
    const raw = await arrived(id)
    expect(raw.message?.[kind]).toBeTruthy()
    const { mediaKey, url } = raw.message?.[kind] ?? {}
    const overHttp = { mediaKey: mediaKey ?? null, url: url?.replace('https:', 'http:') ?? null }
    expect(await buffer(await downloadContentFromMessage(overHttp, type))).toEqual(file)
    expect(shownOn(ana, id)).toMatchObject({ file: { size: file.length, sha256 } })
    expect(ana.openFile(id)?.content).toEqual(file)
  },
)

test('places, cards, polls, forwarded texts and kinds from the future arrive as they are', async () => {
  const to = company.number
  const place = await ana.sendLocation(to, { latitude: -23.5, longitude: -46.6, name: 'Praça' })
  expect((await arrived(place)).message?.locationMessage).toMatchObject({ degreesLatitude: -23.5, name: 'Praça' })
  const card = await ana.sendContacts(to, [{ name: 'Bia', numbers: ['5511922223333'] }])
  expect((await arrived(card)).message?.contactMessage?.vcard).toContain('waid=5511922223333')
  const cards = await ana.sendContacts(
    to,
    ['Bia', 'Leo'].map((name) => ({ name, numbers: ['5511922223333'] })),
  )
  expect((await arrived(cards)).message?.contactsArrayMessage?.contacts).toHaveLength(2)
  const poll = await ana.sendPoll(to, { question: 'Qual?', options: ['Pão', 'Bolo'] })
  expect((await arrived(poll)).message?.pollCreationMessageV3?.name).toBe('Qual?')
  const forwarded = await ana.sendText(to, 'Corrente', { forwarded: true })
  expect((await arrived(forwarded)).message?.extendedTextMessage?.contextInfo?.isForwarded).toBe(true)
  const unknown = await ana.sendUnknown(to)
  expect((await arrived(unknown)).message?.eventMessage).toBeTruthy()
  expect([place, card, cards, poll, unknown].map((id) => shownOn(ana, id)?.kind)).toEqual([
    'location',
    'contacts',
    'contacts',
    'poll',
    'unknown',
  ])
})

test('an image to be seen once comes with its content or is only announced', async () => {
  const whole = await arrived(await ana.sendImage(company.number, file, { viewOnce: true }))
  expect(whole.message?.viewOnceMessageV2?.message?.imageMessage?.viewOnce).toBe(true)
  const id = await ana.sendImage(company.number, file, { viewOnce: 'withheld' })
  await eventually(() => client.keys.find((key) => key.id === id)?.isViewOnce)
  expect(shownOn(ana, id)).toMatchObject({ kind: 'image', isViewOnce: true })
})

test('a customer quotes, reacts, edits and deletes', async () => {
  const question = await client.send(ana.number, 'Quantos?')
  await ana.waitForMessage(({ id }) => id === question)
  const answer = await ana.sendText(company.number, 'Doi', { quoted: question })
  const context = (await arrived(answer)).message?.extendedTextMessage?.contextInfo
  expect(context).toMatchObject({ stanzaId: question, participant: company.lid })
  expect(context?.quotedMessage?.extendedTextMessage?.text ?? context?.quotedMessage?.conversation).toBe('Quantos?')

  const reaction = await arrived(await ana.react(question, '👍'))
  expect(reaction.message?.reactionMessage).toMatchObject({ text: '👍', key: { id: question, fromMe: true } })
  await ana.edit(answer, 'Dois')
  await eventually(() => client.edits.get(answer) === 'Dois')
  await ana.revoke(answer)
  await eventually(() => client.deleted.has(answer))
  expect(shownOn(ana, answer)).toMatchObject({ isEdited: true, isDeleted: true, text: '' })
  expect(shownOn(ana, question)?.reactions).toEqual([{ from: '', emoji: '👍' }])
})

test('what the company does is shown on both phones: quote, reaction, edit, deletion, place, card, voice', async () => {
  const id = await ana.sendText(company.number, 'Tem bolo?')
  const question = await arrived(id)
  const send = async (content: Parameters<typeof client.socket.sendMessage>[1], quoted?: typeof question) =>
    (await client.socket.sendMessage(ana.lid, content, quoted ? { quoted } : {}))?.key ?? {}
  const answer = await send({ text: 'Tem' }, question)
  await send({ react: { text: '❤️', key: question.key } })
  await send({ text: 'Tem sim', edit: answer })
  await eventually(() => shownOn(ana, answer.id ?? '')?.isEdited)
  expect(shownOn(ana, answer.id ?? '')).toMatchObject({ text: 'Tem sim', quoted: { id, text: 'Tem bolo?' } })
  expect(shownOn(ana, id)?.reactions).toEqual([{ from: company.number, emoji: '❤️' }])
  await eventually(() => shownOn(company, answer.id ?? '')?.text === 'Tem sim')
  expect(shownOn(company, id)?.reactions).toEqual([{ from: '', emoji: '❤️' }])

  await send({ delete: answer })
  await eventually(() => shownOn(ana, answer.id ?? '')?.isDeleted)
  await send({ location: { degreesLatitude: 1, degreesLongitude: 2, name: 'Aqui' } })
  await ana.waitForMessage(({ view }) => view?.location?.name === 'Aqui')
  const vcard = 'BEGIN:VCARD\nFN:Bia\nTEL;waid=5511922223333:+55 11\nEND:VCARD'
  await send({ contacts: { displayName: 'Bia', contacts: [{ displayName: 'Bia', vcard }] } })
  const card = await ana.waitForMessage(({ kind }) => kind === 'contacts')
  expect(card.view?.contacts).toEqual([{ name: 'Bia', numbers: ['5511922223333'] }])
  const voice = await send({ audio: file, ptt: true, mimetype: 'audio/ogg; codecs=opus', seconds: 2 })
  await ana.waitForMessage(({ view }) => view?.isVoice === true)
  await ana.markPlayed(voice.id ?? '')
  await eventually(() => client.isPlayed(voice.id ?? ''))
  expect(ana.receivedLog.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['reaction', 'edit', 'deletion']))
})

test('what the owner types on the phone is the company’s own message, of any kind', async () => {
  const image = await arrived(await company.sendImage(ana.number, file))
  expect([image.key.fromMe, image.key.remoteJid]).toEqual([true, ana.lid])
  const text = await company.sendText(ana.number, 'Do balção')
  await arrived(text)
  await company.edit(text, 'Do balcão')
  await eventually(() => client.edits.get(text) === 'Do balcão')
  await eventually(() => shownOn(ana, text)?.isEdited)
})

test('typing is seen both ways, by a client that watches', async () => {
  ana.typing(company.number, 'composing')
  await client.ping()
  expect(client.presences).toEqual([])
  await client.socket.presenceSubscribe(ana.lid)
  await client.ping()
  ana.typing(company.number, 'recording')
  await eventually(() => client.presences.includes(`${ana.lid} recording`))
  await client.socket.sendPresenceUpdate('composing', ana.lid)
  await eventually(() => ana.chats()[0]?.typing === 'composing')
  await client.socket.sendPresenceUpdate('paused', ana.lid)
  await eventually(() => ana.chats()[0]?.typing === undefined)
})

test('a call rings until it is rejected, taken on the phone or hung up', async () => {
  const id = await ana.call(company.number, { video: true })
  const offer = await eventually(() => client.calls.find((call) => call.id === id))
  expect(offer).toMatchObject({ status: 'offer', isVideo: true, from: ana.lid, callerPn: ana.jid })
  await client.socket.rejectCall(id, offer.from)
  await eventually(() => client.calls.some((call) => call.id === id && call.status === 'terminate'))
  expect(shownOn(ana, id)?.call).toEqual({ isVideo: true, outcome: 'rejected' })
  const next = await ana.call(company.number)
  ana.hangUp(next)
  await eventually(() => client.calls.some((call) => call.id === next && call.status === 'terminate'))
  expect(shownOn(ana, next)?.call).toEqual({ isVideo: false, outcome: 'missed' })
  const taken = await ana.call(company.number)
  ana.pickUp(taken)
  ana.hangUp(taken)
  await eventually(() => client.calls.some((call) => call.id === taken && call.status === 'terminate'))
  const steps = client.calls.filter((call) => call.id === taken).map(({ status }) => status)
  expect(steps).toEqual(['offer', 'accept', 'terminate'])
  expect(shownOn(ana, taken)?.call).toEqual({ isVideo: false, outcome: 'answered' })
})

test('a profile picture is there for who asks, or not', async () => {
  await ana.setPicture(file)
  const url = await client.socket.profilePictureUrl(ana.lid)
  const response = await fetch(url?.replace('https:', 'http:') ?? '')
  expect(Buffer.from(await response.arrayBuffer())).toEqual(file)
  await expect(client.socket.profilePictureUrl(company.jid)).rejects.toThrow('item-not-found')
})
