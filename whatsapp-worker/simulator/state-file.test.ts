// What the simulator remembers, also from before it knew groups and other kinds of messages.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'

const ANA = { number: '5511911110001', name: 'Ana Souza' }
const BRUNO = { number: '5511911110002', name: 'Bruno Lima' }

let folder: string
let stateFile: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  stateFile = join(folder, 'state.json')
})

afterEach(() => rm(folder, { recursive: true }))

const start = () => startSimulator({ ackDelayMs: 0, deliveryDelayMs: 0, stateFile })

test('a restart keeps kinds, reactions, edits, pictures, passkeys and groups; a call that rang is over', async () => {
  const before = await start()
  const [ana, bruno] = [before.phone(ANA), before.phone(BRUNO)]
  const image = await ana.sendImage(BRUNO.number, Buffer.from('picture'), { caption: 'Olha' })
  const text = await ana.sendText(BRUNO.number, 'Olà', { quoted: image })
  await ana.edit(text, 'Olá')
  await ana.call(BRUNO.number)
  await bruno.waitForMessage(({ kind }) => kind === 'edit')
  await bruno.react(text, '👍')
  await ana.waitForMessage(({ kind }) => kind === 'reaction')
  bruno.needsPasskey = true
  await bruno.setPicture(Buffer.from('face'))
  const group = before.group({ subject: 'Café', participants: [ANA.number, BRUNO.number] })
  await before.stop()

  const after = await start()
  const [chat] = after.phone(ANA).chats()
  expect(chat?.messages).toMatchObject([
    { kind: 'image', text: 'Olha', file: { size: 7 } },
    { kind: 'text', text: 'Olá', isEdited: true, quoted: { id: image }, reactions: [{ from: BRUNO.number }] },
    { kind: 'call', call: { outcome: 'missed' } },
  ])
  expect(after.phone(ANA).openFile(image)?.content.toString()).toBe('picture')
  expect(after.phone(BRUNO)).toMatchObject({ needsPasskey: true, record: { picture: expect.any(String) as string } })
  await after.phone(ANA).sendText(group.id, 'Ainda aqui?')
  await after.phone(BRUNO).waitForMessage((message) => message.text === 'Ainda aqui?' && message.group === group.id)
  await after.stop()
})

test('a state from before there were groups and kinds loads', async () => {
  const before = await start()
  before.phone(BRUNO)
  await before.phone(ANA).sendText(BRUNO.number, 'Antiga')
  await before.phone(BRUNO).waitForMessage(({ text }) => text === 'Antiga')
  await before.stop()
  const text = await readFile(stateFile, 'utf8')
  const old = text.replaceAll(/,"(?:view|kind)":(?:\{"kind":"text"\}|"text")/g, '').replace(/,"groups":\[\]/, '')
  expect(old).not.toContain('"view"')
  expect(old).not.toContain('"groups"')
  await writeFile(stateFile, old)

  const after = await start()
  expect(after.phone(BRUNO).chats()[0]?.messages).toMatchObject([{ kind: 'text', text: 'Antiga' }])
  expect(after.group({ subject: 'Nova', participants: [ANA.number, BRUNO.number] }).id).toMatch(/@g\.us$/)
  await after.stop()
})
