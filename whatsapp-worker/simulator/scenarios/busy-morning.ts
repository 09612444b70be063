// A busy morning: twenty customers write to the company about three subjects, with every kind of message among them. Asked
// by a menu, a customer answers with the number of its subject; the first answer of a person gets a reaction.
// Invariant: who says what is always the same, so that two demonstrations look alike.

import type { SimulatedPhone } from '../phone/phone.ts'
import type { ReceivedEntry } from '../server-state.ts'
import { customers, openings } from './busy-morning-script.ts'
import { later, pauseMs, write } from './lines.ts'
import type { Scenario } from './scenarios.ts'

const ANSWER_MS = 1500

export const busyMorning: Scenario = {
  name: 'busy-morning',
  title: 'Manhã movimentada',
  about: 'Vinte clientes, três assuntos (vendas, financeiro e suporte) e todo tipo de mensagem.',
  durationMs: 60_000,
  start({ server, company, durationMs }) {
    let messages = 0
    for (const [index, { name, number }] of customers.entries()) {
      const phone = server.addPhone(number, name)
      const subject = index % openings.length
      const lines = openings[subject]?.[Math.floor(index / openings.length) % 7] ?? []
      messages += lines.length
      answerMenu(phone, company, subject + 1)
      const start = (durationMs / customers.length) * index
      later(phone, start, () => write(phone, company, lines, Math.min(pauseMs, durationMs / customers.length)))
    }
    return { customers: customers.length, messages }
  },
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
