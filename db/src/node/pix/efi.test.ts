// Our client against a stand-in of Efí over real TLS: what is charged and paid there, and what somebody is told when it fails.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../kit/new-id.ts'
import { createEfi } from './efi.ts'
import type { EfiSettings } from './efi-http.ts'
import { PixError, type PixOrder } from './provider.ts'
import { readBrCode } from './test-br-code.ts'
import { startTestEfi, type TestEfi } from './test-efi.ts'

let efi: TestEfi
let stranger: TestEfi
beforeAll(async () => {
  ;[efi, stranger] = await Promise.all([
    startTestEfi(),
    startTestEfi({ pageSize: 2, scopes: ['pix.read', 'cob.read'] }),
  ])
})
afterAll(() => Promise.all([efi.stop(), stranger.stop()]))
beforeEach(() => efi.requests.splice(0))

const newTxid = () => newId().replaceAll('-', '')
const newOrder = (order: Partial<PixOrder> = {}): PixOrder => {
  return { txid: newTxid(), amount: '49.90', expiresIn: 3600, description: 'Plano Básico', ...order }
}
const connect = (settings: Partial<EfiSettings> = {}) => createEfi({ ...efi.settings, ...settings })
const asked = (own = efi) =>
  own.requests.map(({ request, status }) => `${request.replace(/\w{32}$/, ':txid')} ${status}`)

async function refusal(failing: Promise<unknown>): Promise<PixError> {
  const error: unknown = await failing.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof PixError)) throw new Error('it was not refused', { cause: error })
  return error
}

describe('a charge', () => {
  test('can be paid by its code until it expires', async () => {
    const order = newOrder()
    const charge = await connect().charge(order)
    const stored = efi.charges.get(order.txid)
    expect(stored).toMatchObject({ amount: '49.90', description: 'Plano Básico', expiresIn: 3600 })
    expect(readBrCode(charge.brCode)).toMatchObject({ location: stored?.location, isForOnePayment: true })
    expect(charge.txid).toBe(order.txid)
    expect(charge.expiresAt?.getTime()).toBe((stored?.createdAt.getTime() ?? 0) + 3_600_000)
  })

  test('whose answer was lost is the same one when it is asked for again', async () => {
    const [client, order] = [connect(), newOrder()]
    efi.answerNext('cut')
    expect(await refusal(client.charge(order))).toMatchObject({ kind: 'unavailable', retryAfter: null })
    const stored = efi.charges.get(order.txid)
    const charge = await client.charge(order)
    expect(readBrCode(charge.brCode)?.location).toBe(stored?.location)
    expect(await client.charge(order)).toEqual(charge)
    expect(asked().slice(1, 4)).toEqual(['PUT /v2/cob/:txid null', 'PUT /v2/cob/:txid 409', 'GET /v2/cob/:txid 200'])
  })

  test('has its code also when it was paid before it was asked for again', async () => {
    const [client, order] = [connect(), newOrder()]
    const charge = await client.charge(order)
    efi.pay(order.txid)
    expect(await client.charge(order)).toEqual(charge)
  })

  test('is not taken for another one with its txid', async () => {
    const [client, order] = [connect(), newOrder()]
    await client.charge(order)
    expect(await refusal(client.charge({ ...order, amount: '49.91' }))).toMatchObject({ kind: 'rejected' })
  })

  test('that nobody could pay is not asked for', async () => {
    expect(await refusal(connect().charge(newOrder({ amount: '0.00' })))).toMatchObject({ kind: 'rejected' })
    expect(asked()).toEqual([])
  })

  test('is refused with the name that Efí gives it', async () => {
    efi.answerNext({ status: 400, body: { nome: 'documento_bloqueado', mensagem: 'CPF 52998224725' } })
    const error = await refusal(connect().charge(newOrder()))
    expect(error).toMatchObject({ kind: 'rejected', message: 'Efí answered 400 documento_bloqueado to PUT /v2/cob' })
  })
})

describe('payments', () => {
  test('of a charge are none, then what was paid, whatever was asked', async () => {
    const [client, order] = [connect(), newOrder()]
    expect(await client.paymentsOf(order.txid)).toEqual([])
    await client.charge(order)
    expect(await client.paymentsOf(order.txid)).toEqual([])
    const payment = efi.pay(order.txid, '10.00')
    expect(await client.paymentsOf(order.txid)).toEqual([{ ...payment, amount: '10.00', txid: order.txid }])
  })

  test('of a period are told once each, over all pages, without what pays no charge', async () => {
    const client = createEfi(stranger.settings)
    const from = new Date()
    const paid = [1, 2, 3].map(() => stranger.receive('1.00', newTxid()))
    stranger.receive('7.00')
    const told = []
    for await (const payment of client.paymentsBetween(from, new Date())) {
      told.push(payment)
      // It comes in while one reads: what was on this page is on the next one.
      if (told.length === 1) stranger.receive('8.00')
    }
    expect(told.toSorted((a, b) => a.txid.localeCompare(b.txid))).toEqual(paid)
    // What is listed late is found by the next look.
    const soon = new Date(Date.now() + 30 * 60 * 1000)
    const later = await Array.fromAsync(client.paymentsBetween(soon, soon))
    expect(later).toHaveLength(3)
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000)
    expect(await Array.fromAsync(client.paymentsBetween(tomorrow, tomorrow))).toEqual([])
  })
})

describe('a token', () => {
  test('is fetched once, for all who ask at the same time', async () => {
    const client = connect()
    await Promise.all([1, 2, 3].map(() => client.paymentsOf(newTxid())))
    expect(asked().filter((request) => request.startsWith('POST /oauth/token'))).toEqual(['POST /oauth/token 200'])
  })

  test('is fetched anew when it is refused, once', async () => {
    const client = connect()
    await client.paymentsOf(newTxid())
    efi.expireTokens()
    efi.requests.splice(0)
    await Promise.all([client.charge(newOrder()), client.charge(newOrder())])
    expect(asked().filter((request) => request.startsWith('POST'))).toHaveLength(1)
    efi.answerNext({ status: 401 }, { status: 401 })
    expect(await refusal(client.charge(newOrder()))).toMatchObject({ kind: 'misconfigured' })
  })

  test('is fetched before it expires', async () => {
    const brief = await startTestEfi({ tokenSeconds: 0 })
    const client = createEfi(brief.settings)
    // Each comes too late with what it has, and is given up after its second.
    expect(await refusal(client.paymentsOf(newTxid()))).toMatchObject({ kind: 'misconfigured' })
    expect(asked(brief).filter((request) => request.startsWith('POST'))).toHaveLength(2)
    await brief.stop()
  })

  test('is asked for again after Efí was away', async () => {
    const client = connect({ timeoutMs: 100 })
    const release = efi.hold()
    expect(await refusal(client.charge(newOrder()))).toMatchObject({ kind: 'unavailable' })
    release()
    const { charge } = connect()
    await expect(charge(newOrder())).resolves.toMatchObject({ brCode: expect.any(String) })
  })
})

describe('what fails', () => {
  const passing: [string, Parameters<TestEfi['answerNext']>[0], number | null][] = [
    ['500', { status: 500, body: { nome: 'erro_aplicacao' } }, null],
    [
      '503 in the central bank’s shape',
      { status: 503, body: { type: 'https://pix.bcb.gov.br/ServicoIndisponivel' } },
      null,
    ],
    ['429', { status: 429, headers: { 'retry-after': '30' } }, 30],
    ['a page of something else', { status: 200, body: '<html>' }, null],
    ['a charge without a code', { status: 201, body: { txid: 'x', status: 'ATIVA' } }, null],
  ]
  test.each(passing)('may succeed later after %s', async (_, fault, retryAfter) => {
    efi.answerNext(fault)
    expect(await refusal(connect().charge(newOrder()))).toMatchObject({ kind: 'unavailable', retryAfter })
  })

  test('is an answer that does not end', async () => {
    efi.answerNext({ status: 200, body: 'x'.repeat(3_000_000) })
    const message = 'Efí answered too much to PUT /v2/cob'
    expect(await refusal(connect().charge(newOrder()))).toMatchObject({ kind: 'unavailable', message })
  })

  test.each([
    ['403', { status: 403, body: { type: 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado' } }],
    ['a redirect', { status: 302, headers: { location: '/oauth/token' } }],
    ['another server’s 404', { status: 404, body: '<html>' }],
  ])('needs other settings after %s', async (_, fault) => {
    efi.answerNext(fault)
    expect(await refusal(connect().charge(newOrder()))).toMatchObject({ kind: 'misconfigured' })
    expect(asked()).toHaveLength(2)
  })

  test('needs other settings when a right is missing, the key is another’s, or the credentials are wrong', async () => {
    const misconfigured = { kind: 'misconfigured' }
    expect(await refusal(createEfi(stranger.settings).charge(newOrder()))).toMatchObject(misconfigured)
    expect(await refusal(connect({ key: stranger.settings.key }).charge(newOrder()))).toMatchObject(misconfigured)
    expect(await refusal(connect({ clientSecret: 'wrong' }).charge(newOrder()))).toMatchObject(misconfigured)
    expect(await refusal(connect({ ca: undefined }).charge(newOrder()))).toMatchObject(misconfigured)
  })

  test('is told when nobody is there', async () => {
    const gone = await startTestEfi()
    await gone.stop()
    const error = await refusal(createEfi(gone.settings).charge(newOrder()))
    expect(error).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('ECONNREFUSED') })
  })

  test('comes without a secret and without the charge', async () => {
    const order = newOrder()
    const failing = [
      () => connect({ clientSecret: 'wrong-secret' }).charge(order),
      () => connect({ ca: undefined }).charge(order),
      () => (efi.answerNext('cut'), connect().charge(order)),
      () => (efi.answerNext({ status: 500, body: { nome: 'x y', mensagem: order.txid } }), connect().charge(order)),
      () => connect().registerWebhook('ftp://balcao.example/?hmac=wrong-secret', { skipMtls: true }),
    ]
    for (const fail of failing) {
      const error = await refusal(fail())
      const told = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
      for (const secret of [
        efi.settings.clientId,
        efi.settings.clientSecret,
        'wrong-secret',
        order.txid,
        efi.settings.key,
      ]) {
        expect(told).not.toContain(secret)
      }
    }
  })
})

describe('the certificate', () => {
  test('may be PEM', async () => {
    expect(await connect({ certificate: efi.identity }).paymentsOf(newTxid())).toEqual([])
  })

  test('of somebody else opens nothing', async () => {
    await refusal(connect({ certificate: stranger.settings.certificate }).charge(newOrder()))
    expect(asked()).toEqual([])
  })

  test.each([
    ['no file', { certificate: { pfx: 'bm8=' } }],
    ['no key', { certificate: { cert: 'x', key: 'y' } }],
    ['an address without TLS', { baseUrl: 'http://127.0.0.1' }],
    ['no address', { baseUrl: 'efi' }],
  ])('or the address that is none is told at once: %s', async (_, settings) => {
    expect(await refusal(Promise.try(() => connect(settings)))).toMatchObject({ kind: 'misconfigured' })
  })
})
