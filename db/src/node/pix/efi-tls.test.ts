// Efí over TLS, from both ends, with certificates that are somebody else's, over, or none: nothing is charged, and nobody hears a secret.
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEfi } from './efi.ts'
import type { EfiSettings } from './efi-http.ts'
import { newTestCertificates, type TestCertificateOptions } from './test-certificates.ts'
import { startTestEfi, type TestEfi } from './test-efi.ts'

const order = { txid: 'a'.repeat(32), amount: '49.90', expiresIn: 3600, description: '' }
const misconfigured = { name: 'PixError', kind: 'misconfigured' }

describe('Efí takes no call', () => {
  let efi: TestEfi
  beforeAll(async () => {
    efi = await startTestEfi()
  })
  afterAll(() => efi.stop())

  test('of who shows the certificate of another authority, however alike it is', async () => {
    const { client } = await newTestCertificates()
    // By an alert, or by a connection that is over.
    const charge = createEfi({ ...efi.settings, certificate: client }).charge(order)
    await expect(charge).rejects.toMatchObject({ name: 'PixError' })
  })

  test('of who has its certificate and not its key', async () => {
    const { client } = await newTestCertificates()
    const forged = { cert: efi.identity.cert, key: client.key }
    expect(() => createEfi({ ...efi.settings, certificate: forged })).toThrow(
      /can’t be read: ERR_OSSL_X509_KEY_VALUES_MISMATCH/,
    )
  })

  test('of who shows none', async () => {
    const answer = fetch(`${efi.settings.baseUrl}/oauth/token`, { method: 'POST' })
    await expect(answer).rejects.toThrow()
  })

  afterAll(() => {
    expect(efi.requests).toEqual([])
    expect(efi.charges.size).toBe(0)
  })
})

/** Whoever stands at Efí's address: takes every call, and answers as Efí would. */
async function impostor(options: TestCertificateOptions) {
  const { server, ca, client } = await newTestCertificates(options)
  const heard: string[] = []
  const listening = createServer({ ...server, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    heard.push(`${request.method} ${request.headers.authorization}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"x","expires_in":60}')
  })
  await once(listening.listen(0, '127.0.0.1'), 'listening')
  const { port } = listening.address() as AddressInfo
  const settings: EfiSettings = {
    baseUrl: `https://127.0.0.1:${port}`,
    clientId: 'id',
    clientSecret: 'secret',
    key: 'key',
    certificate: client,
    ca,
  }
  const stop = () => {
    listening.closeAllConnections()
    listening.close()
  }
  return { settings, heard, stop }
}

describe('nothing is told to a server', () => {
  test.each<[string, TestCertificateOptions, Partial<EfiSettings>]>([
    ['whose certificate is over', { serverDays: -1 }, {}],
    ['whose certificate is another address’s', { serverIp: '127.0.0.2' }, {}],
    ['whose certificate nobody knows', {}, { ca: undefined }],
  ])('%s', async (_, options, settings) => {
    const other = await impostor(options)
    const efi = createEfi({ ...other.settings, ...settings })
    await expect(efi.charge(order)).rejects.toMatchObject(misconfigured)
    await expect(efi.paymentsOf(order.txid)).rejects.toMatchObject(misconfigured)
    expect(other.heard).toEqual([])
    other.stop()
  })

  test('of another authority than the one that is named', async () => {
    const [other, { ca }] = [await impostor({}), await newTestCertificates()]
    await expect(createEfi({ ...other.settings, ca }).charge(order)).rejects.toMatchObject(misconfigured)
    expect(other.heard).toEqual([])
    other.stop()
  })
})

test('a certificate of ours that is over is refused there, and told as such', async () => {
  const { server, ca, client } = await newTestCertificates({ clientDays: -1 })
  const heard: string[] = []
  const strict = createServer({ ...server, ca, requestCert: true, rejectUnauthorized: true }, ({ url }, response) => {
    heard.push(url ?? '')
    response.end()
  })
  await once(strict.listen(0, '127.0.0.1'), 'listening')
  const { port } = strict.address() as AddressInfo
  const own = { clientId: 'id', clientSecret: 'secret', key: 'key', certificate: client, ca }
  const efi = createEfi({ ...own, baseUrl: `https://127.0.0.1:${port}` })
  await expect(efi.charge(order)).rejects.toMatchObject({ name: 'PixError' })
  expect(heard).toEqual([])
  strict.closeAllConnections()
  strict.close()
})
