// The simulator's process, from outside: phones that are told to write, and what reaches them.
import { fileURLToPath } from 'node:url'
import { startChild, type Child } from 'db/node/child.ts'
import type { Call, FromSimulator, PhoneMessage, ToSimulator } from './phones-protocol.ts'

export interface Phones {
  readonly process: Child
  /** For workers. */
  readonly env: { WHATSAPP_URL: string; WHATSAPP_ROOT_KEY: string }
  add(number: string, displayName: string): Promise<void>
  scanQr(number: string, qr: string): Promise<void>
  /** Resolves with the message's id once WhatsApp has it. */
  send(number: string, to: string, text: string): Promise<string>
  sendMany(number: string, to: string, texts: readonly string[]): Promise<string[]>
  onReceived(listener: (message: PhoneMessage) => void): void
  unknownIqs(): Promise<string[]>
}

export async function startPhones(delays: { ackMs: number; deliveryMs: number }): Promise<Phones> {
  const child = startChild(fileURLToPath(new URL('simulator-process.ts', import.meta.url)), [], {
    SIMULATOR_ACK_MS: String(delays.ackMs),
    SIMULATOR_DELIVERY_MS: String(delays.deliveryMs),
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Set<(message: PhoneMessage) => void>()
  const ready = Promise.withResolvers<{ wsUrl: string; rootKey: string }>()
  child.process.on('message', (told) => {
    const message = told as FromSimulator
    if (message.kind === 'ready') ready.resolve(message)
    else if (message.kind === 'received') for (const listener of listeners) listener(message.message)
    else {
      const call = waiting.get(message.seq)
      waiting.delete(message.seq)
      if (message.kind === 'done') call?.resolve(message.result)
      else call?.reject(new Error(`the simulator: ${message.reason}`))
    }
  })
  child.onEnd((how) => ready.reject(new Error(`the simulator ended (${how})\n${child.tail()}`)))
  let seq = 0
  const ask = async (call: Call) => {
    const answer = Promise.withResolvers<unknown>()
    seq += 1
    waiting.set(seq, answer)
    child.process.send({ seq, call } satisfies ToSimulator)
    return answer.promise
  }
  const { wsUrl, rootKey } = await ready.promise
  return {
    process: child,
    env: { WHATSAPP_URL: wsUrl, WHATSAPP_ROOT_KEY: rootKey },
    async add(number, displayName) {
      await ask({ name: 'addPhone', number, displayName })
    },
    async scanQr(number, qr) {
      await ask({ name: 'scanQr', number, qr })
    },
    send: async (number, to, text) => (await ask({ name: 'send', number, to, text })) as string,
    sendMany: async (number, to, texts) => (await ask({ name: 'sendMany', number, to, texts })) as string[],
    onReceived: (listener) => void listeners.add(listener),
    unknownIqs: async () => (await ask({ name: 'unknownIqs' })) as string[],
  }
}
