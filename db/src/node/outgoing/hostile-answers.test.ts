// Services that want to harm whoever asks them, on bare sockets: each is left with one short failure, its connection closed, and little work done.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { complete, streamText, type ModelSettings } from '../ai/chat.ts'
import { speak, transcribe } from '../ai/speech.ts'
import { detectIntent } from '../integrations/dialogflow.ts'
import { createEfi } from '../pix/efi.ts'
import { newTestCertificates } from '../pix/test-certificates.ts'
import { startHostileServer, type HostileServer, type Hostility } from '../testing/test-hostile-server.ts'
import { generateKeyPairSync } from 'node:crypto'
import { createOutgoing } from './outgoing.ts'
import { jsonOf, readAs } from './read-json.ts'

let hostile: HostileServer
beforeAll(async () => {
  hostile = await startHostileServer()
})
afterAll(() => hostile.stop())

const outgoing = createOutgoing({ allowLoopback: true })
const soon = { interval: 10 }
const isLeft = (server: HostileServer) => vi.waitUntil(() => server.open() === 0, soon)

describe('an answer that is', () => {
  test.each<[Hostility, object]>([
    ['endless', { kind: 'refused', reason: 'too-large' }],
    // Fifty times its size in memory, were its bytes alone counted.
    ['tiny-chunks', { kind: 'refused', reason: 'too-large' }],
    ['announcements', { kind: 'later', reason: 'unreachable', detail: 'TOO_MANY_ANNOUNCEMENTS' }],
    ['headers', { kind: 'later', reason: 'unreachable', detail: 'HPE_HEADER_OVERFLOW' }],
    ['trailers', { kind: 'later', reason: 'unreachable' }],
    ['extensions', { kind: 'later', reason: 'unreachable' }],
    ['redirect', { kind: 'refused', reason: 'redirect', status: 302 }],
    ['redirect-here', { kind: 'refused', reason: 'redirect', status: 307 }],
    ['redirect-inside', { kind: 'refused', reason: 'redirect', status: 301 }],
    ['bomb', { kind: 'refused', reason: 'encoded' }],
    ['too-long', { kind: 'later', reason: 'unreachable' }],
    ['two-lengths', { kind: 'later', reason: 'unreachable' }],
    ['negative-length', { kind: 'later', reason: 'unreachable' }],
    ['length-and-chunks', { kind: 'later', reason: 'unreachable' }],
    ['not-http', { kind: 'later', reason: 'unreachable' }],
    ['nothing', { kind: 'later', reason: 'unreachable' }],
  ])('%s fails soon, and is asked for once', async (how, failure) => {
    hostile.asked.splice(0)
    expect(await outgoing.send({ url: `${hostile.url}/${how}`, maxAnswerBytes: 4_000_000 })).toMatchObject(failure)
    expect(hostile.asked).toEqual([`/${how}`])
    await isLeft(hostile)
  })

  test.each<Hostility>(['drip', 'drip-head'])('%s, a byte now and then, is given up in time', async (how) => {
    const outcome = await outgoing.send({ url: `${hostile.url}/${how}`, timeoutMs: 200 })
    expect(outcome).toMatchObject({ kind: 'later', reason: 'timeout' })
    await isLeft(hostile)
  })

  test('longer than it says is read as long as it says', async () => {
    const { kind, body } = await outgoing.send({ url: `${hostile.url}/too-short` })
    expect({ kind, body: body.toString() }).toEqual({ kind: 'done', body: '{"a":1} a' })
    await isLeft(hostile)
  })

  test('cut of what nobody reads: told by its status, however it is framed', async () => {
    const url = `${hostile.url}/tiny-chunks`
    const outcome = await outgoing.send({ url, maxAnswerBytes: 2_000, cutAnswer: true })
    expect(outcome).toMatchObject({ kind: 'done', status: 200 })
    await isLeft(hostile)
  })
})

describe('JSON', () => {
  test.each([
    ['[', undefined],
    ['['.repeat(8_000_000), undefined],
    ['{"a":'.repeat(65) + '1' + '}'.repeat(65), undefined],
    ['['.repeat(64) + ']'.repeat(64), expect.any(Array)],
    [JSON.stringify({ text: '['.repeat(1000) + '\\" [' }), { text: '['.repeat(1000) + '\\" [' }],
    [`[${'[],'.repeat(1000)}[]]`, expect.any(Array)],
  ])('%.40s is read no deeper than anybody asks', (text, read) => {
    expect(jsonOf(text)).toEqual(read)
    expect(jsonOf(Buffer.from(text))).toEqual(read)
  })

  test('of which all is wrong is looked at no further than its first entry', () => {
    let looks = 0
    const entry = {
      get name() {
        looks++
        return 0
      },
    }
    const entries = Array.from({ length: 10_000 }, () => entry)
    expect(readAs(v.object({ all: v.array(v.object({ name: v.string() })) }), { all: entries })).toBeNull()
    expect(looks).toBe(1)
  })
})

const model = (how: Hostility): ModelSettings => {
  return { baseUrl: `${hostile.url}/${how}`, model: 'm', apiKey: null, maxTokens: 1, temperature: 1, reasoning: false }
}
const { signal } = new AbortController()
const audio = { apiKey: null, model: 'm', audio: new Uint8Array(9), mime: 'audio/ogg' }
const voice = { region: 'x', voiceKey: 'k', voice: 'v' }
const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
})
const account = {
  type: 'service_account',
  project_id: 'p',
  client_email: 'a@example.com',
  private_key: privateKey,
  private_key_id: 'k',
} as const
const question = { account, projectName: 'p', session: 's', language: 'pt', text: 'Oi' }

const hostilities: Hostility[] = [
  'endless',
  'tiny-chunks',
  'announcements',
  'redirect',
  'bomb',
  'deep',
  'deep-whole',
  'many-wrong',
  'length-and-chunks',
]

describe('a service that answers customers says nothing by being', () => {
  test.each(hostilities)('%s', async (how) => {
    const baseUrl = `${hostile.url}/${how}`
    await expect(complete(outgoing, model(how), [], [], signal)).rejects.toThrow('the model')
    await expect(Array.fromAsync(streamText(outgoing, model(how), [], signal))).rejects.toThrow('the model')
    await expect(transcribe(outgoing, { ...audio, baseUrl }, signal)).rejects.toThrow('the model')
    await expect(detectIntent({ outgoing, url: baseUrl }, question, signal)).rejects.toThrow()
    if (how === 'endless') await expect(speak(outgoing, { ...voice, ttsUrl: baseUrl }, 'Oi', signal)).rejects.toThrow()
    await isLeft(hostile)
  })

  test('a line without end is given up long before the answer is', async () => {
    const reading = Array.fromAsync(streamText(outgoing, model('endless-line'), [], signal))
    await expect(reading).rejects.toThrow(/^the model: nonsense$/)
    await isLeft(hostile)
  })
})

describe('Efí over TLS', () => {
  test.each([...hostilities, 'not-http', 'nothing'] as const)('that is %s takes and tells no payment', async (how) => {
    const { server, ca, client } = await certificates
    const bank = await startHostileServer({ ...server, ca, requestCert: true, rejectUnauthorized: true })
    const settings = { clientId: 'id', clientSecret: 'secret', key: 'key', ca, certificate: client }
    const efi = createEfi({ ...settings, baseUrl: `${bank.url}/${how}` })
    const order = { txid: 'a'.repeat(32), amount: '10.00', expiresIn: 60, description: '' }
    const now = new Date()
    for (const ask of [
      () => efi.charge(order),
      () => efi.paymentsOf(order.txid),
      () => Array.fromAsync(efi.paymentsBetween(now, now)),
    ]) {
      await expect(ask()).rejects.toMatchObject({ name: 'PixError' })
    }
    // A token is all that was asked for, and it came from nobody.
    expect(bank.asked.every((path) => path.endsWith('/oauth/token'))).toBe(true)
    await isLeft(bank)
    bank.stop()
  })
})
const certificates = newTestCertificates()
