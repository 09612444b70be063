// Groups with real sender keys: phones and clients write, members come and go.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulator } from '../simulator.ts'
import type { Group, Phone, Simulator } from '../simulator.ts'
import { eventually, TestClient } from '../test-client.ts'

const COMPANY = { number: '5511900000001', name: 'Padaria Aurora' }
const ANA = { number: '5511911110001', name: 'Ana Souza' }
const BRUNO = { number: '5511911110002', name: 'Bruno Lima' }
const CARLA = { number: '5511911110003', name: 'Carla Dias' }

let folder: string
let simulator: Simulator
let [company, ana, bruno]: Phone[] = []
let group: Group
let client: TestClient

const start = () => startSimulator({ ackDelayMs: 0, deliveryDelayMs: 0, stateFile: join(folder, 'state.json') })
const phone = (who: typeof ANA) => simulator.phone(who)
const texts = (who: Phone | undefined) => who?.receivedLog.map(({ text }) => text)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  simulator = await start()
  ;[company, ana, bruno] = [phone(COMPANY), phone(ANA), phone(BRUNO)]
  phone(CARLA)
  client = new TestClient(simulator.wsUrl)
  client.connect()
  await company.scanQr(await eventually(() => client.qr))
  await eventually(() => client.isOpen)
  group = simulator.group({ subject: 'Café', participants: [ANA.number, BRUNO.number, COMPANY.number] })
})

afterEach(async () => {
  await client.close()
  await simulator.stop()
  expect(simulator.unknownIqs).toEqual([])
  await rm(folder, { recursive: true })
})

test('members write, the client answers, and everybody reads it', async () => {
  const first = await ana?.sendText(group.id, 'Oi, gente')
  await bruno?.sendText(group.id, `@${COMPANY.number} abre hoje?`, { mentions: [COMPANY.number] })
  const question = await eventually(() => client.received(`@${COMPANY.number} abre hoje?`)[0])
  const [greeting] = client.received('Oi, gente')
  expect(greeting?.raw.key).toMatchObject({
    remoteJid: group.id,
    id: first,
    participant: ana?.lid,
    participantAlt: ana?.jid,
  })
  expect(question.raw.message?.extendedTextMessage?.contextInfo?.mentionedJid).toEqual([company?.lid])

  const sent = await client.socket.sendMessage(group.id, { text: 'Abre!' }, { quoted: question.raw })
  for (const member of [ana, bruno]) {
    const received = await member?.waitForMessage(({ text }) => text === 'Abre!')
    expect(received).toMatchObject({ from: COMPANY.number, group: group.id, view: { quoted: { id: question.id } } })
  }
  await bruno?.markRead(group.id)
  await eventually(() =>
    client.groupReceipts.some(({ key, receipt }) => key.id === sent?.key.id && receipt.readTimestamp),
  )
  await eventually(() => company?.chats()[0]?.messages.some(({ text, fromMe }) => text === 'Abre!' && fromMe))
  await client.socket.sendMessage(group.id, { text: 'Até às oito' })
  await ana?.waitForMessage(({ text }) => text === 'Até às oito')
  await client.socket.readMessages([question.raw.key])
  await eventually(() => bruno?.chats()[0]?.messages.some(({ fromMe, status }) => fromMe && status === 'read'))
})

test('the client knows the group, and learns who comes, goes and how it is called', async () => {
  const metadata = await client.socket.groupMetadata(group.id)
  expect(metadata).toMatchObject({ id: group.id, subject: 'Café', owner: ana?.lid, addressingMode: 'lid' })
  expect(metadata.participants).toEqual([
    expect.objectContaining({ id: ana?.lid, phoneNumber: ana?.jid, admin: 'superadmin' }),
    expect.objectContaining({ id: bruno?.lid, admin: null }),
    expect.objectContaining({ id: company?.lid }),
  ])
  expect(Object.keys(await client.socket.groupFetchAllParticipating())).toEqual([group.id])
  group.change('add', [CARLA.number])
  group.rename('Chá')
  group.change('remove', [BRUNO.number])
  const stubs = await eventually(() => client.stubs.length >= 4 && client.stubs)
  expect(stubs).toEqual(['GROUP_CREATE', 'GROUP_PARTICIPANT_ADD', 'GROUP_CHANGE_SUBJECT', 'GROUP_PARTICIPANT_REMOVE'])
  const changed = await client.socket.groupMetadata(group.id)
  expect([changed.subject, changed.participants.length]).toEqual(['Chá', 3])
  await expect(bruno?.sendText(group.id, 'E eu?')).rejects.toThrow('not in this group')
  await ana?.sendText(group.id, 'Sem o Bruno')
  await eventually(() => client.received('Sem o Bruno').length === 1)
  expect(texts(bruno)).not.toContain('Sem o Bruno')
  const notices = phone(CARLA)
    .chats()[0]
    ?.messages.map(({ kind, text }) => `${kind}: ${text}`)
  expect(notices).toContain('notice: Carla Dias entrou no grupo')
})

test('the owner writes on the phone, and somebody reacts, edits and deletes', async () => {
  const id = (await company?.sendText(group.id, 'Do celular')) ?? ''
  const copy = await eventually(() => client.messages.find((message) => message.id === id))
  expect([copy.fromMe, copy.raw.key.remoteJid]).toEqual([true, group.id])
  await ana?.waitForMessage((message) => message.id === id)
  await ana?.react(id, '😀')
  await eventually(() => client.messages.some(({ raw }) => raw.message?.reactionMessage?.key?.id === id))
  const typo = (await ana?.sendText(group.id, 'Olá')) ?? ''
  await ana?.edit(typo, 'Olá!')
  await eventually(() => client.edits.get(typo) === 'Olá!')
  await ana?.revoke(typo)
  await eventually(() => client.deleted.has(typo))
})

test('whoever cannot decrypt asks again, both ways', async () => {
  simulator.faults.corruptNext()
  const id = await ana?.sendText(group.id, 'Estragada?')
  await eventually(() => client.received('Estragada?').length === 1)
  expect(client.received('Estragada?')[0]?.id).toBe(id)
  await client.socket.sendMessage(group.id, { text: 'Inteira' })
  await ana?.waitForMessage(({ text }) => text === 'Inteira')
  simulator.faults.corruptNextToPhone()
  await client.socket.sendMessage(group.id, { text: 'Quebrada?' })
  for (const member of [ana, bruno]) await member?.waitForMessage(({ text }) => text === 'Quebrada?')
})

test('a restart keeps the group and its keys', async () => {
  await ana?.sendText(group.id, 'Antes')
  await eventually(() => client.received('Antes').length === 1)
  await client.close()
  await simulator.stop()
  simulator = await start()
  const again = new TestClient(simulator.wsUrl, client.auth)
  again.connect()
  await eventually(() => again.isOpen)
  await phone(ANA).sendText(group.id, 'Depois')
  await eventually(() => again.received('Depois').length === 1)
  await again.socket.sendMessage(group.id, { text: 'Sempre' })
  await phone(BRUNO).waitForMessage(({ text }) => text === 'Sempre')
  await again.close()
})
