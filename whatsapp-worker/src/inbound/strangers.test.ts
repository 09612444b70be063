// The worst that somebody can send, on real parts: a simulated phone, the real Baileys, the worker, Postgres. Each arrives as something, and
// what is written after it arrives too.
import type { WAMessageContent } from '@whiskeysockets/baileys'
import { longest } from 'db/kit/texts/test-hostile-texts.ts'
import { expect, test, vi } from 'vitest'
import { shop, useDesk, type Desk } from '../test-desk.ts'
import { caps } from './clean.ts'

let desk: Desk
useDesk(async (opened) => {
  desk = opened
  await desk.startWorker()
  await desk.link()
})

const soon = { interval: 20 }

function nested(depth: number): WAMessageContent {
  let message: WAMessageContent = { conversation: 'fundo' }
  for (let n = 0; n < depth; n++) message = { ephemeralMessage: { message } }
  return message
}

const half = longest / 2
const people = Array.from({ length: 1_000 }, (_, n) => ({ vcard: `BEGIN:VCARD\nFN:P${n}\nTEL:551190000${1_000 + n}` }))
const fileName = '../\u202Egpj.exe'

const worst: readonly [WAMessageContent, object][] = [
  [{ conversation: `https://a${')'.repeat(20_000)}` }, { mediaType: 'chat' }],
  [{ conversation: `a${'\u0301'.repeat(half)}${'\u0316'.repeat(half)}` }, { details: { isCut: true } }],
  [{ conversation: 'x'.repeat(200_000) }, { body: 'x'.repeat(longest), details: { isCut: true } }],
  [nested(1_000), { mediaType: 'unsupported' }],
  [{ contactsArrayMessage: { contacts: people } }, { mediaType: 'vcard', details: { isCut: true } }],
  [{ contactMessage: { vcard: `FN:Ana\nPHOTO:${'QUJD'.repeat(500_000)}\nTEL:551190000` } }, { mediaType: 'vcard' }],
  [
    { pollCreationMessage: { name: 'Qual?', options: Array.from({ length: 10_000 }, () => ({ optionName: 'x' })) } },
    { mediaType: 'poll', details: { isCut: true } },
  ],
  [{ locationMessage: { degreesLatitude: 1e308, degreesLongitude: Number.NaN } }, { mediaType: 'unsupported' }],
  [
    { documentMessage: { fileName, mimetype: 'text/html\nX: y', jpegThumbnail: new Uint8Array(1_000_000) } },
    { mediaType: 'application', mediaName: 'gpj.exe', mediaMime: null },
  ],
]

test('each arrives as something, and the next ones after it', async () => {
  const mallory = desk.simulator.phone({ number: '5511966665555', name: `\u202E${'m'.repeat(70)}\n` })
  for (const [content] of worst) await mallory.sendContent(shop.number, content)
  await mallory.sendText(shop.number, 'ainda aqui?')
  await vi.waitUntil(async () => (await desk.messages()).at(-1)?.body === 'ainda aqui?', soon)
  const rows = await desk.messages()
  expect(rows).toHaveLength(worst.length + 1)
  for (const [n, [, expected]] of worst.entries()) expect(rows[n], `${n}`).toMatchObject(expected)
  expect(rows.find(({ mediaType }) => mediaType === 'vcard')?.details?.contacts).toHaveLength(caps.contacts)
  expect(await desk.contacts()).toMatchObject([{ name: 'm'.repeat(70) }])
  expect(await desk.tickets()).toMatchObject([{ unreadMessages: worst.length + 1, lastMessage: 'ainda aqui?' }])
})

test('a reaction of 64 KB, or one that is no emoji, changes nothing', async () => {
  const mallory = desk.simulator.phone({ number: '5511966665555', name: 'M' })
  const id = await mallory.sendText(shop.number, 'oi')
  const key = { id, fromMe: true, remoteJid: `${shop.number}@s.whatsapp.net` }
  for (const text of ['👍', '👍'.repeat(half), '<b>', 'x'.repeat(longest)]) {
    await mallory.sendContent(shop.number, { reactionMessage: { key, text, senderTimestampMs: Date.now() } })
  }
  await mallory.sendText(shop.number, 'e agora?')
  await vi.waitUntil(async () => (await desk.messages()).at(-1)?.body === 'e agora?', soon)
  const [first] = await desk.messages()
  expect(Object.values(first?.reactions ?? {})).toEqual(['👍'])
})
