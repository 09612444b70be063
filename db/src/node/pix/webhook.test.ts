// Efí tells us of payments: what is believed to be one, where it is told, and how often.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../kit/new-id.ts'
import { readWebhook } from './efi-answers.ts'
import { createEfi } from './efi.ts'
import type { PixOrder } from './provider.ts'
import { startTestEfi, type TestEfi } from './test-efi.ts'

const received = {
  endToEndId: 'E1803615022211340s08793XPJ',
  txid: 'fc9a43k6ff384ryP5f41719',
  chave: '2c3c7441-b91e-4982-3c25-6105581e18ae',
  valor: '0.01',
  horario: '2020-12-21T13:40:34.000Z',
  infoPagador: 'pagando o pix',
  gnExtras: { tarifa: '0.01' },
}
const payment = {
  reference: 'E1803615022211340s08793XPJ',
  txid: 'fc9a43k6ff384ryP5f41719',
  amount: '0.01',
  paidAt: new Date('2020-12-21T13:40:34Z'),
}

describe('a call of the webhook', () => {
  test('tells of several payments, in whatever time zone', () => {
    const other = {
      ...received,
      endToEndId: 'E2',
      horario: '2020-12-21T10:40:34-03:00',
      devolucoes: [{ valor: '0.01' }],
    }
    expect(readWebhook({ pix: [received, other] })).toEqual([payment, { ...payment, reference: 'E2' }])
  })

  test('tells of nothing when it is a trial, or a Pix that was sent', () => {
    const { txid: _, ...sent } = received
    expect(readWebhook({ evento: 'teste_webhook' })).toEqual([])
    expect(readWebhook({ pix: [{ ...sent, tipo: 'SOLICITACAO', status: 'REALIZADO' }, received] })).toEqual([payment])
  })

  test.each([
    ['no amount', { valor: '1' }],
    ['a number', { valor: 0.01 }],
    ['a negative amount', { valor: '-0.01' }],
    ['no time', { horario: null }],
    ['a day that is none', { horario: '2020-13-41T13:40:34.000Z' }],
    ['an id with something else', { endToEndId: "E1'--" }],
    ['a txid that is none', { txid: '../oauth' }],
    ['a txid that is a list', { txid: ['fc9a43k6ff384ryP5f41719'] }],
  ])('with %s tells of nothing', (_, wrong) => {
    expect(readWebhook({ pix: [{ ...received, ...wrong }] })).toEqual([])
  })

  test('with anything at all tells of nothing, and ends', () => {
    const entry = fc.record({
      endToEndId: fc.anything(),
      txid: fc.anything(),
      valor: fc.anything(),
      horario: fc.anything(),
    })
    const body = fc.oneof(
      fc.anything({ withNullPrototype: true, withSparseArray: true, withBigInt: true }),
      fc.record({ pix: fc.anything() }),
      fc.record({ pix: fc.array(entry) }),
    )
    fc.assert(
      fc.property(body, (value) => {
        expect(readWebhook(value)).toEqual([])
      }),
    )
  })
})

const order = (): PixOrder => {
  return { txid: newId().replaceAll('-', ''), amount: '49.90', expiresIn: 3600, description: 'Plano Básico' }
}

describe('the webhook', () => {
  let efi: TestEfi
  let told: { path: string; body: unknown }[] = []
  let answer = 200
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    told.push({ path: request.url ?? '', body: JSON.parse(await text(request)) })
    response.writeHead(answer).end()
  }
  const ours = createServer((request, response) => void take(request, response))
  let url: string
  beforeAll(async () => {
    efi = await startTestEfi()
    await once(ours.listen(0, '127.0.0.1'), 'listening')
    url = `http://127.0.0.1:${(ours.address() as AddressInfo).port}/efi?hmac=s3cret&ignorar=`
  })
  afterAll(async () => {
    ours.close()
    await efi.stop()
  })
  beforeEach(() => {
    told = []
    answer = 200
  })

  test('is registered when it answers as Efí wants', async () => {
    const client = createEfi(efi.settings)
    await client.registerWebhook(url, { skipMtls: true })
    expect(told).toEqual([{ path: '/efi?hmac=s3cret&ignorar=', body: { evento: 'teste_webhook' } }])
    expect(efi.webhookUrl).toBe(url)
    // Whoever says that it looks at certificates must refuse who comes without.
    const refused = { kind: 'rejected', message: 'Efí answered 400 webhook_invalido to PUT /v2/webhook' }
    await expect(client.registerWebhook(url, { skipMtls: false })).rejects.toMatchObject(refused)
    answer = 403
    await client.registerWebhook(url, { skipMtls: false })
    await expect(client.registerWebhook(url, { skipMtls: true })).rejects.toMatchObject(refused)
  })

  test('is told twice, late, in any order, together, and again when it was not there', async () => {
    efi.webhookUrl = url
    const [client, orders] = [createEfi(efi.settings), [order(), order()]]
    for (const one of orders) await client.charge(one)
    await efi.callWebhook()
    told = []
    const references = orders.map(({ txid }) => efi.pay(txid).reference)
    answer = 500
    expect(await efi.callWebhook({ newestFirst: true })).toEqual([500, 500])
    answer = 200
    expect(await efi.callWebhook({ together: true, times: 2 })).toEqual([200, 200])
    expect(await efi.callWebhook()).toEqual([])
    const named = told.map(({ body }) => JSON.stringify(body).match(/E0{8}\w+/g))
    expect(named).toEqual([[references[1]], [references[0]], references, references])
    expect(told.every(({ path }) => path === '/efi?hmac=s3cret&ignorar=/pix')).toBe(true)
  })
})
