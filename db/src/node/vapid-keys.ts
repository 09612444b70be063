// The key pair by which push services know this installation (VAPID, RFC 8292), as base64url: what browsers and web-push take.
import { generateKeyPairSync } from 'node:crypto'

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

export function newVapidKeys(): VapidKeys {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  if (!x || !y || !d) throw new Error('an EC key has x, y and d')
  // An uncompressed point is 4, x, y.
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}
