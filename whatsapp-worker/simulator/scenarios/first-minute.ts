// The first minute of a demo: three customers whom the bakery knows write, one after the other, so that there is somebody to answer.

import { later, pauseMs, write } from './lines.ts'
import type { Scenario } from './scenarios.ts'

/** When in the scenario's time each begins. */
const customers = [
  { at: 0.05, number: '5511911110001', name: 'Ana Souza', lines: ['Bom dia!', 'O bolo de cenoura sai hoje?'] },
  {
    at: 0.35,
    number: '5511911110002',
    name: 'Bruno Lima',
    lines: ['Oi, vocês entregam na Rua Augusta?', 'local: Meu trabalho'],
  },
  {
    at: 0.7,
    number: '5511911110003',
    name: 'Carla Dias',
    lines: ['foto: Queria um assim para sábado', 'Quanto custa?'],
  },
]

export const firstMinute: Scenario = {
  name: 'first-minute',
  title: 'Primeiro minuto',
  about: 'Três clientes conhecidos da padaria escrevem, um depois do outro.',
  durationMs: 45_000,
  start({ server, company, durationMs }) {
    for (const { at, number, name, lines } of customers) {
      const phone = server.addPhone(number, name)
      later(phone, durationMs * at, () => write(phone, company, lines, Math.min(pauseMs, durationMs / 10)))
    }
    return { customers: customers.length, messages: customers.flatMap(({ lines }) => lines).length }
  },
}
