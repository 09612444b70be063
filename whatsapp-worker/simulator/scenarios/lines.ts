// What scripted customers write: lines of text, or `kind: words` for everything else that a message can be.

import { readFileSync } from 'node:fs'
import type { SimulatedPhone } from '../phone/phone.ts'
import { reportFailure } from '../report-failure.ts'

/** Somebody writes so long at a line. */
export const pauseMs = 1200
/** A call rings so long. */
const RING_MS = 6000

const sample = (name: string) => readFileSync(new URL(`../samples/${name}`, import.meta.url))

/** Line by line, each after typing for `pause` ms. */
export async function write(phone: SimulatedPhone, company: string, lines: readonly string[], pause: number) {
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
    setTimeout(() => phone.hangUp(call), RING_MS).unref()
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

export function later(phone: SimulatedPhone, delayMs: number, task: () => Promise<unknown>) {
  const run = () => void task().catch((error: unknown) => reportFailure(phone.name, error))
  setTimeout(run, delayMs).unref()
}
