// A push service and its devices on loopback, for tests: it takes what a server sends, checks the VAPID signature and opens the
// encryption with the device's keys, by the RFCs (8188, 8291, 8292) and not by the library that is being tested.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { newVapidKeys, type VapidKeys } from '../vapid-keys.ts'

export interface ReceivedPush {
  payload: unknown
  topic: string | undefined
  urgency: string | undefined
  ttl: number
}

export interface TestDevice {
  /** What the browser's PushSubscription would be as JSON. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** What arrived, oldest first. */
  received: ReceivedPush[]
  /** Requests that came, also those that wait. */
  asked: number
  /** Status of each request, oldest first. */
  answered: number[]
  /** The next answers, then 201 again: 410 is a device that is gone, 429 and 5xx are passing. */
  answerNext(...statuses: number[]): void
  /** Requests wait until what is returned is called; the next ones get these answers then. */
  hold(...statuses: number[]): () => void
}

export interface TestPushService {
  origin: string
  vapid: VapidKeys & { subject: string }
  device(): TestDevice
  /** Where redirects lead: requests to it are counted, there must be none. */
  strayRequests: string[]
  stop(): Promise<void>
}

type Receive = (headers: IncomingHttpHeaders, body: Buffer) => Promise<number>

export async function startTestPushService(): Promise<TestPushService> {
  const devices = new Map<string, Receive>()
  const strayRequests: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const receive = devices.get(request.url ?? '')
      if (!receive) strayRequests.push(request.url ?? '')
      void (receive?.(request.headers, Buffer.concat(chunks)) ?? Promise.resolve(404)).then((status) =>
        response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end(),
      )
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  const origin = `http://127.0.0.1:${address.port}`
  const vapid = { ...newVapidKeys(), subject: 'mailto:suporte@balcao.example' }
  return {
    origin,
    vapid,
    strayRequests,
    device() {
      const path = `/push/${randomBytes(12).toString('base64url')}`
      const { device, receive } = createDevice(origin, path, vapid.publicKey)
      devices.set(path, receive)
      return device
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function createDevice(origin: string, path: string, vapidKey: string) {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  const next: number[] = []
  let held: Promise<void> = Promise.resolve()
  const device: TestDevice = {
    subscription: {
      endpoint: origin + path,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    received: [],
    asked: 0,
    answered: [],
    answerNext: (...statuses) => void next.push(...statuses),
    hold(...statuses) {
      next.push(...statuses)
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
  }
  const answer = (headers: IncomingHttpHeaders, body: Buffer) => {
    if (!isSigned(headers, origin, vapidKey)) return 403
    const status = next.shift() ?? 201
    if (status !== 201) return status
    device.received.push({
      payload: JSON.parse(decrypt(body, { ecdh, publicKey, auth })),
      topic: text(headers['topic']),
      urgency: text(headers['urgency']),
      ttl: Number(headers['ttl']),
    })
    return status
  }
  const receive: Receive = async (headers, body) => {
    device.asked++
    await held
    const status = answer(headers, body)
    device.answered.push(status)
    return status
  }
  return { device, receive }
}

const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

/** RFC 8292: an ES256 token for this origin, short-lived, signed by the key that the device subscribed with. */
function isSigned({ authorization = '' }: IncomingHttpHeaders, origin: string, vapidKey: string): boolean {
  const [, token, key] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [header, claims, signature] = token?.split('.') ?? []
  if (!header || !claims || !signature || key !== vapidKey) return false
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', signed, options, Buffer.from(signature, 'base64url'))) return false
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  const now = Date.now() / 1000
  return aud === origin && Number(exp) > now && Number(exp) <= now + 86_400 && /^(mailto:|https:)/.test(String(sub))
}

/** RFC 8291 over RFC 8188: salt (16), record size (4), key length (1), the sender's public key, one record. */
function decrypt(
  body: Buffer,
  { ecdh, publicKey, auth }: { ecdh: ReturnType<typeof createECDH>; publicKey: Buffer; auth: Buffer },
): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const derive = (secret: Uint8Array, saltOf: Uint8Array, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, saltOf, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with 2 and padding.
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}
