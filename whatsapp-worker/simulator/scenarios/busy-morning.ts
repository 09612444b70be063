// A busy morning: twenty customers write to the company about three subjects, with every kind of message among them. Asked
// by a menu, a customer answers with the number of its subject; the first answer of a person gets a reaction.
// Invariant: who says what is always the same, so that two demonstrations look alike.

import { readFileSync } from 'node:fs'
import type { SimulatedPhone } from '../phone/phone.ts'
import { reportFailure } from '../report-failure.ts'
import type { ReceivedEntry } from '../server-state.ts'
import { customers, openings } from './busy-morning-script.ts'
import type { Scenario, ScenarioStart } from './scenarios.ts'

const PAUSE_MS = 1200
const ANSWER_MS = 1500

const sample = (name: string) => readFileSync(new URL(`../samples/${name}`, import.meta.url))

export const busyMorning: Scenario = {
  name: 'busy-morning',
  title: 'Manhã movimentada',
  about: 'Vinte clientes, três assuntos (vendas, financeiro e suporte) e todo tipo de mensagem.',
  durationMs: 60_000,
  start(options) {
    const { server, company, durationMs } = options
    let messages = 0
    for (const [index, { name, number }] of customers.entries()) {
      const phone = server.addPhone(number, name)
      const subject = index % openings.length
      const lines = openings[subject]?.[Math.floor(index / openings.length) % 7] ?? []
      messages += lines.length
      answerMenu(phone, company, subject + 1)
      const start = (durationMs / customers.length) * index
      later(phone, start, () => write(phone, options, lines))
    }
    return { customers: customers.length, messages }
  },
}

async function write(phone: SimulatedPhone, { company, durationMs }: ScenarioStart, lines: string[]) {
  const pause = Math.min(PAUSE_MS, durationMs / customers.length)
  for (const line of lines) {
    if (pause > 0) {
      phone.typing(company, 'composing')
      await new Promise((resolve) => setTimeout(resolve, pause).unref())
    }
    await send(phone, company, line)
  }
}

type Send = (phone: SimulatedPhone, to: string, words: string) => Promise<string>

/** Lines that stand for more than text: `kind: words`. */
const kinds: Record<string, Send> = {
  foto: (phone, to, caption) =>
    phone.sendImage(to, sample('photo.jpg'), { caption, jpegThumbnail: sample('thumb.jpg') }),
  figurinha: (phone, to) => phone.sendSticker(to, sample('sticker.webp')),
  voz: (phone, to) => phone.sendAudio(to, sample('voice.ogg'), { voice: true, seconds: 4 }),
  documento: (phone, to, caption) =>
    phone.sendDocument(to, sample('receipt.pdf'), { name: 'comprovante.pdf', mime: 'application/pdf', caption }),
  local: (phone, to, name) =>
    phone.sendLocation(to, { latitude: -23.561_4, longitude: -46.655_9, name, address: 'Avenida Paulista, 1578' }),
  contato: (phone, to, name) => phone.sendContacts(to, [{ name, numbers: ['5511955554444'] }]),
  enquete: (phone, to, question) => phone.sendPoll(to, { question, options: ['Manhã', 'Tarde'] }),
  ligação: async (phone, to) => {
    const call = await phone.call(to)
    setTimeout(() => phone.hangUp(call), ANSWER_MS * 4).unref()
    return call
  },
  correção: async (phone, to, words) => {
    const id = await phone.sendText(to, words.slice(0, -1))
    return phone.edit(id, words)
  },
  engano: async (phone, to, words) => phone.revoke(await phone.sendText(to, words)),
}

function send(phone: SimulatedPhone, to: string, line: string) {
  const [, kind = '', words = ''] = /^(\p{L}+): ?(.*)$/u.exec(line) ?? []
  const special = kinds[kind]
  return special ? special(phone, to, words) : phone.sendText(to, line)
}

/** Who listens already, so that a second start does not make everybody answer twice. */
const listening = new WeakMap<SimulatedPhone, (message: ReceivedEntry) => void>()

function answerMenu(phone: SimulatedPhone, company: string, choice: number) {
  let isAnswered = false
  let isThanked = false
  const listener = ({ id, from, text, kind }: ReceivedEntry) => {
    if (from !== company || kind !== 'text') return
    const isMenu = /(?:^|\n)\W*1\b[^\n]*\n\W*2\b/.test(text)
    if (isMenu && !isAnswered) {
      isAnswered = true
      later(phone, ANSWER_MS, () => phone.sendText(company, String(choice)))
    } else if (!isMenu && !isThanked) {
      isThanked = true
      later(phone, ANSWER_MS, () => phone.react(id, '👍'))
    }
  }
  const earlier = listening.get(phone)
  if (earlier) phone.off('message', earlier)
  listening.set(phone, listener)
  phone.on('message', listener)
}

function later(phone: SimulatedPhone, delayMs: number, task: () => Promise<unknown>) {
  const run = () => void task().catch((error: unknown) => reportFailure(phone.name, error))
  setTimeout(run, delayMs).unref()
}
