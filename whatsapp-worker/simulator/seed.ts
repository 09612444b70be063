// The first phones of an empty simulator: one company and three customers. The names are part of the product's demo.

import type { Simulator } from './simulator.ts'

const PHONES = [
  { number: '5511900000001', name: 'Padaria Aurora' },
  { number: '5511911110001', name: 'Ana Souza' },
  { number: '5511911110002', name: 'Bruno Lima' },
  { number: '5511911110003', name: 'Carla Dias' },
]

export function seedPhones(simulator: Simulator) {
  if (simulator.phones().length > 0) return
  for (const phone of PHONES) simulator.phone(phone)
}
