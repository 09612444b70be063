// Receivers of webhooks on this machine, for tests: each checks what is sent as the standard's own library does, and fails in the ways it is told.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface ReceivedWebhook {
  id: string
  type: string
  data: Record<string, unknown>
}

export interface TestReceiver {
  url: string
  /** What was sent with a signature of `secret`, oldest first; others are answered 401. */
  received: ReceivedWebhook[]
  /** Requests, also those that were refused or are held. */
  asked: number
  secret: string
  /** Answers with it from now on; a number is a status, 'hang' is no answer. */
  answer: number | 'hang' | ((webhook: ReceivedWebhook) => number)
  /** What stands in its answers, as JSON; null: that it is ok. */
  says: ((webhook: ReceivedWebhook) => unknown) | null
}

export interface TestReceivers {
  add(): TestReceiver
  stop(): void
}

export async function startTestReceivers(): Promise<TestReceivers> {
  const receivers = new Map<string, TestReceiver>()
  const server = createServer((request, response) => {
    const receiver = receivers.get(request.url ?? '')
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (receiver)
        receive(receiver, request.headers as Record<string, string>, Buffer.concat(chunks).toString(), response)
      else response.writeHead(404).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    add() {
      const path = `/${receivers.size + 1}`
      const receiver: TestReceiver = {
        url: `http://127.0.0.1:${port}${path}`,
        received: [],
        asked: 0,
        secret: '',
        answer: 200,
        says: null,
      }
      receivers.set(path, receiver)
      return receiver
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function receive(receiver: TestReceiver, headers: Record<string, string>, body: string, response: ServerResponse) {
  receiver.asked += 1
  let webhook: ReceivedWebhook
  try {
    const { type, data } = new Webhook(receiver.secret).verify(body, headers) as Omit<ReceivedWebhook, 'id'>
    webhook = { id: headers['webhook-id'] ?? '', type, data }
  } catch {
    response.writeHead(401).end('signature')
    return
  }
  receiver.received.push(webhook)
  const { answer } = receiver
  if (answer === 'hang') return
  const said = receiver.says ? JSON.stringify(receiver.says(webhook)) : `ok ${webhook.type}`
  response.writeHead(typeof answer === 'number' ? answer : answer(webhook)).end(said)
}
