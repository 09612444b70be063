// The simulator as a process that is driven over IPC: its phones write as fast as they are told, and what reaches one is reported at once,
// so that nothing has to be asked for or kept there. Delays come as SIMULATOR_ACK_MS and SIMULATOR_DELIVERY_MS.
import { startSimulator } from '../simulator/simulator.ts'
import type { FromSimulator, ToSimulator } from './phones-protocol.ts'

// libsignal prints sessions, private keys included.
for (const method of ['log', 'info', 'warn', 'error'] as const) console[method] = () => {}

const milliseconds = (name: string) => Number(process.env[name] ?? 0)
const simulator = await startSimulator({
  ackDelayMs: milliseconds('SIMULATOR_ACK_MS'),
  deliveryDelayMs: milliseconds('SIMULATOR_DELIVERY_MS'),
})
const tell = (message: FromSimulator) => process.send?.(message)

async function carryOut({ call }: ToSimulator): Promise<unknown> {
  switch (call.name) {
    case 'addPhone': {
      const { number } = call
      simulator.phone({ number, name: call.displayName }).on('message', ({ id, from, text, at }) => {
        tell({ kind: 'received', message: { number, from, id, text, at } })
      })
      return null
    }
    case 'scanQr':
      return phoneOf(call.number).scanQr(call.qr)
    case 'send':
      return phoneOf(call.number).sendText(call.to, call.text)
    case 'sendMany': {
      const phone = phoneOf(call.number)
      return Promise.all(call.texts.map((text) => phone.sendText(call.to, text)))
    }
    case 'unknownIqs':
      return simulator.unknownIqs
  }
}

function phoneOf(number: string) {
  const phone = simulator.phones().find((candidate) => candidate.number === number)
  if (!phone) throw new Error(`no phone ${number}`)
  return phone
}

process.on('message', (message) => {
  const asked = message as ToSimulator
  carryOut(asked).then(
    (result) => tell({ kind: 'done', seq: asked.seq, result: result ?? null }),
    (error: unknown) => tell({ kind: 'failed', seq: asked.seq, reason: String(error) }),
  )
})
tell({ kind: 'ready', wsUrl: simulator.wsUrl, rootKey: Buffer.from(simulator.rootPublicKey).toString('hex') })
