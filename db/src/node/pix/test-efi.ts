// Efí as this installation meets it, for tests: HTTPS on 127.0.0.1 that takes no call without the right certificate, and checks what Efí
// checks. It can fail in each of Efí's ways, and it tells a webhook of payments when it is told to:
//
//   const efi = await startTestEfi()
//   const pix = createEfi(efi.settings)                          or an installation whose settings are these
//   await pix.charge({ txid, amount: '49.90', … })               or what leads to it
//   efi.webhookUrl = 'http://127.0.0.1:…/pix/…'                  or `registerWebhook`
//   efi.pay(txid)
//   await efi.callWebhook({ times: 2 })                          what our server answered: [200, 200]
//   await efi.stop()
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import type { EfiSettings } from './efi-http.ts'
import type { PixPayment } from './provider.ts'
import { newTestCertificates, type TestIdentity } from './test-certificates.ts'
import { EfiBooks, pixBody, type Answered, type ReceivedPix, type TestCharge } from './test-efi-rules.ts'

/** What happens to a request instead of its answer. */
export type EfiFault =
  /** Nothing is done; this is the answer. 429 and 5xx are passing. */
  | Answered
  /** It is done, and the socket is cut before its answer. */
  | 'cut'

export interface TestEfiOptions {
  /** Of what the application may do; without `cob.write` nothing is charged. */
  scopes?: string[]
  /** The most that a page has. */
  pageSize?: number
  tokenSeconds?: number
}

export interface WebhookCall {
  /** How often each call is made; Efí repeats what was answered too late. Once, if not said. */
  times?: number
  /** Whether what was paid last is told first. */
  newestFirst?: boolean
  /** Whether one call tells of all; otherwise each payment is a call. */
  together?: boolean
}

export interface TestEfi {
  /** What `createEfi` takes: address, credentials, key, the certificate as .p12, and who signed the server's. */
  settings: EfiSettings
  /** The same certificate as PEM. */
  identity: TestIdentity
  /** What was asked, oldest first: 'PUT /v2/cob/…' with the status of its answer, null when it was cut. */
  requests: { request: string; status: number | null }[]
  /** By their txid. */
  charges: ReadonlyMap<string, TestCharge>
  /** Where payments are told; what `PUT /v2/webhook` registers. Null: nowhere. */
  webhookUrl: string | null
  /** Somebody pays a charge, with its amount or another. It is not told until `callWebhook`. @throws for no charge, or one that is paid */
  pay(txid: string, amount?: string): PixPayment
  /** Somebody sends money to the key by another way than a charge. */
  receive(amount: string, txid?: string | null): ReceivedPix
  /** Tells the webhook what it has not been told yet; what was not answered with 2xx is told again by the next call. The statuses. */
  callWebhook(call?: WebhookCall): Promise<number[]>
  /** The next requests' answers, those for tokens apart. */
  answerNext(...faults: EfiFault[]): void
  /** Requests wait, those for tokens too, until what is returned is called. */
  hold(): () => void
  /** All tokens are void from now on. */
  expireTokens(): void
  stop(): Promise<void>
}

const allScopes = ['cob.write', 'cob.read', 'pix.read', 'webhook.write', 'webhook.read']

export async function startTestEfi(options: TestEfiOptions = {}): Promise<TestEfi> {
  const { scopes = allScopes, pageSize = 1000, tokenSeconds = 3600 } = options
  const certificates = await newTestCertificates()
  const credentials = {
    clientId: `Client_Id_${randomBytes(8).toString('hex')}`,
    clientSecret: `Client_Secret_${randomBytes(8).toString('hex')}`,
    key: randomUUID(),
  }
  const tryWebhook = async (url: string, skipMtls: boolean) => {
    const problem = await tryOut(url, skipMtls)
    if (!problem) efi.webhookUrl = url
    return problem
  }
  const books = new EfiBooks({ ...credentials, scopes, tokenSeconds, pageSize, tryWebhook })
  const door = new Door(books)
  const server = createServer(
    { ...certificates.server, ca: certificates.ca, requestCert: true, rejectUnauthorized: true },
    (request, response) => void door.serve(request, response),
  )
  const told = new Set<ReceivedPix>()
  const efi: TestEfi = {
    settings: {
      ...credentials,
      baseUrl: await listen(server),
      certificate: { pfx: certificates.clientPfx },
      ca: certificates.ca,
    },
    identity: certificates.client,
    requests: door.requests,
    charges: books.charges,
    webhookUrl: null,
    pay: (txid, amount) => books.pay(txid, amount),
    receive: (amount, txid = null) => books.receive(txid, amount),
    callWebhook: (call = {}) => tell(efi.webhookUrl, books.received, told, call),
    answerNext: (...faults) => void door.faults.push(...faults),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      door.held = promise
      return resolve
    },
    expireTokens: () => books.tokens.clear(),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return efi
}

/** Its address. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return `https://127.0.0.1:${address.port}`
}

/** Between the sockets and the books: what waits, what fails, what was asked. */
class Door {
  readonly requests: TestEfi['requests'] = []
  readonly faults: EfiFault[] = []
  readonly books: EfiBooks
  held: Promise<void> = Promise.resolve()

  constructor(books: EfiBooks) {
    this.books = books
  }

  async serve(request: IncomingMessage, response: ServerResponse) {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '/', 'https://127.0.0.1')
    const body: unknown = await json(request).catch(() => undefined)
    await this.held
    const entry: TestEfi['requests'][number] = { request: `${method} ${url.pathname}`, status: null }
    this.requests.push(entry)
    const fault = url.pathname === '/oauth/token' ? undefined : this.faults.shift()
    const isCut = fault === 'cut'
    const answered: Answered = fault && !isCut ? fault : await this.books.answer({ method, url, headers, body })
    if (isCut) return request.socket.destroy()
    entry.status = answered.status
    const text = typeof answered.body === 'string' ? answered.body : JSON.stringify(answered.body)
    response.writeHead(answered.status, { 'content-type': 'application/json', ...answered.headers }).end(text)
  }
}

async function tell(
  url: string | null,
  received: ReceivedPix[],
  told: Set<ReceivedPix>,
  { times = 1, newestFirst = false, together = false }: WebhookCall,
): Promise<number[]> {
  if (url === null) throw new Error('nobody is told of payments')
  const untold = received.filter((pix) => !told.has(pix))
  const list = newestFirst ? untold.toReversed() : untold
  const calls = together ? [list] : list.map((pix) => [pix])
  const statuses: number[] = []
  for (const call of calls.flatMap((group) => Array.from({ length: times }, () => group))) {
    // Literally at its end, even after a query.
    const status = await post(`${url}/pix`, { pix: call.map(pixBody) })
    statuses.push(status)
    if (status >= 200 && status < 300) for (const pix of call) told.add(pix)
  }
  return statuses
}

/**
 * Efí's trial of an address, without `/pix`. With mTLS it first calls without its certificate and wants to be refused; the second call, with
 * it, is not made here. The name of the refusal; null when all is well.
 */
async function tryOut(url: string, skipMtls: boolean): Promise<string | null> {
  const status = await post(url, { evento: 'teste_webhook' })
  const isTaken = status >= 200 && status < 300
  return isTaken === skipMtls ? null : 'webhook_invalido'
}

/** The status of the answer; 0 when there was none. */
async function post(url: string, body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body), redirect: 'manual' }).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.status
    },
    () => 0,
  )
}
