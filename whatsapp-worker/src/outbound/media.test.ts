// Files on the real path: a pending row, the media store, the real Baileys, the stand-in's file host, the customer's phone.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { ack } from 'db/messages/table.ts'
import { customer, shop, useDesk, type Desk } from '../test-desk.ts'

// Of its own: workers of other tests and checks leave files in the common one when they are killed.
beforeAll(async () => {
  const common = process.env['TMPDIR']
  const own = await mkdtemp(join(tmpdir(), 'balcao-sending-'))
  process.env['TMPDIR'] = own
  return async () => {
    if (common === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = common
    await rm(own, { recursive: true, force: true })
  }
})

let desk: Desk
let ticketId: string
useDesk(async (opened) => {
  desk = opened
  await desk.startWorker()
  await desk.link()
  desk.simulator.phone(customer)
  ticketId = await desk.openTicketWith(customer.number)
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const shown = (number = customer.number) =>
  desk.simulator
    .phone({ number, name: '' })
    .chats()
    .flatMap((chat) => chat.messages)
const leftInTemporary = async () =>
  (await readdir(tmpdir())).filter((name) => /^(image|video|audio|document)3EB0/.test(name))

/** Sent is a moment before tidied up. */
const untilNothingIsLeft = () => vi.waitFor(async () => expect(await leftInTemporary()).toEqual([]))

test('each kind arrives whole, with its caption and name, in order with texts, on the owner’s phone too', async () => {
  const document = randomBytes(300_000)
  const [sound, film] = [randomBytes(5_000), randomBytes(6_000)]
  const send = (content: Buffer, mime: string, name: string, body = '') =>
    desk.answerWithFile(ticketId, content, { mime, name, body })
  await desk.answer(ticketId, 'Segue:')
  await send(png, 'image/png', 'pão.png', 'Quentinho')
  await send(document, 'application/pdf', 'tabela de preços.pdf', 'Preços')
  await send(sound, 'audio/mpeg', 'recado.mp3')
  await send(sound, 'audio/mpeg', 'recado.mp3', 'Ouça')
  await send(film, 'video/mp4', 'forno.mp4')
  await desk.untilAck(await desk.answer(ticketId, 'Pronto.'), ack.received)

  const file = (content: Buffer, mime: string) => ({ mime, size: content.length, sha256: sha256(content) })
  const expected = [
    { kind: 'text', text: 'Segue:' },
    { kind: 'image', text: 'Quentinho', file: file(png, 'image/png') },
    { kind: 'document', text: 'Preços', file: { ...file(document, 'application/pdf'), name: 'tabela de preços.pdf' } },
    { kind: 'audio', text: '', file: file(sound, 'audio/mpeg') },
    { kind: 'document', text: 'Ouça', file: { ...file(sound, 'audio/mpeg'), name: 'recado.mp3' } },
    { kind: 'video', text: '', file: file(film, 'video/mp4') },
    { kind: 'text', text: 'Pronto.' },
  ]
  expect(shown()).toMatchObject(expected)
  expect(shown(shop.number)).toMatchObject(expected)
  const ids = (await desk.messages()).map((message) => message.whatsappId)
  expect(shown().map((message) => message.id)).toEqual(ids)
  expect(desk.simulator.phone(customer).openFile(ids[2] ?? '')?.content).toEqual(document)
  await untilNothingIsLeft()
})

test('a worker that ends between upload and ack sends again, and the customer sees it once', async () => {
  const ana = desk.simulator.phone(customer)
  desk.simulator.faults.ackDelayMs = 600_000
  desk.simulator.faults.dropReceipts = true
  const id = await desk.answerWithFile(ticketId, png, { mime: 'image/png', name: 'pão.png', body: 'Quentinho' })
  await ana.waitForMessage(({ text }) => text === 'Quentinho')
  await desk.stopWorkers()
  expect(await desk.untilAck(id, ack.pending)).toBeTruthy()
  desk.simulator.faults.ackDelayMs = 0
  desk.simulator.faults.dropReceipts = false
  await desk.startWorker()
  await desk.untilAck(id, ack.received)
  expect(ana.receivedLog).toHaveLength(2)
  expect(shown()).toMatchObject([{ kind: 'image', file: { sha256: sha256(png) } }])
})

test('a phone that could not read it asks the next worker, and gets it again, file and all', async () => {
  const ana = desk.simulator.phone(customer)
  await desk.untilAck(await desk.answer(ticketId, 'Segue:'), ack.received)
  desk.simulator.faults.corruptNextToPhone()
  // Until the first worker has gone, which still has the message in memory.
  ana.switchOff(true)
  const id = await desk.answerWithFile(ticketId, png, { mime: 'image/png', name: 'pão.png', body: 'Quentinho' })
  await desk.untilAck(id, ack.sent)
  await desk.stopWorkers()
  expect(shown()).toHaveLength(1)
  await desk.startWorker()
  ana.switchOff(false)
  await ana.waitForMessage(({ text }) => text === 'Quentinho')
  expect(shown().at(-1)).toMatchObject({ kind: 'image', file: { sha256: sha256(png) } })
})

test('a file that is gone fails with its reason, and does not hold up what comes after it', async () => {
  await desk.stopWorkers()
  const id = await desk.answerWithFile(ticketId, png, { mime: 'image/png', name: 'pão.png' })
  await rm(join(desk.folder, desk.companyId), { recursive: true })
  const next = await desk.answer(ticketId, 'Chegou?')
  await desk.startWorker()
  expect(await desk.untilAck(id, ack.failed)).toMatchObject({ ackError: 'media_missing' })
  await desk.untilAck(next, ack.received)
  expect(shown()).toMatchObject([{ text: 'Chegou?' }])
})
