// For tests: a simulator with the company's phone, a customer's, and the company's client, which shows a QR code.
import { startSimulator } from './simulator.ts'
import type { Phone, Simulator } from './simulator.ts'
import { eventually, TestClient } from './test-client.ts'

export interface Line {
  simulator: Simulator
  company: Phone
  ana: Phone
  client: TestClient
  /** The company's phone scans the code; resolves when the client is open. */
  link(): Promise<void>
  stop(): Promise<void>
}

export async function startLine(): Promise<Line> {
  const simulator = await startSimulator({ ackDelayMs: 0, deliveryDelayMs: 0 })
  const company = simulator.phone({ number: '5511900000001', name: 'Padaria Aurora' })
  const ana = simulator.phone({ number: '5511911110001', name: 'Ana Souza' })
  const client = new TestClient(simulator.wsUrl)
  client.connect()
  return {
    simulator,
    company,
    ana,
    client,
    async link() {
      await company.scanQr(await eventually(() => client.qr))
      await eventually(() => client.isOpen)
    },
    async stop() {
      await client.close()
      await simulator.stop()
    },
  }
}
