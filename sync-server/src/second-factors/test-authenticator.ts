// An authenticator as tests have it: makes and uses an ES256 passkey as a browser would tell of it, also wrongly.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Wrong {
  origin?: string
  challenge?: string
  /** Nobody touched or unlocked it. */
  unverified?: boolean
  /** Nobody was there at all. */
  absent?: boolean
  /** Host name. */
  rpId?: string
  /** What was done, as the browser says it: 'webauthn.get'. */
  type?: string
  /** The page stood within another one. */
  crossOrigin?: boolean
  counter?: number
  /** Whose it says it is, base64url. */
  userHandle?: string
  /** A passkey of somebody else's, by its id. */
  id?: string
  /** Of a key that is not the passkey's. */
  otherKey?: boolean
  /** What is told of the authenticator, changed on its way. */
  attestation?: (bytes: Buffer) => Buffer
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

export function testAuthenticator(origin = 'http://balcao.test') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  const clientData = (type: string, challenge: string, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: wrong.crossOrigin ?? false,
      }),
    )
  /** Host, flags (present, verified, attested), counter. */
  const authData = (flags: number, wrong: Wrong) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(wrong.counter ?? ++counter)
    const seen = wrong.absent ? flags & ~0x05 : wrong.unverified ? flags & ~0x04 : flags
    return Buffer.concat([sha256(wrong.rpId ?? new URL(origin).hostname), Buffer.of(seen), count])
  }
  const sharedOf = (wrong: Wrong) => ({
    id: wrong.id ?? text(id),
    rawId: wrong.id ?? text(id),
    type: 'public-key',
    clientExtensionResults: {},
  })
  return {
    id: text(id),
    make(challenge: string, wrong: Wrong = {}) {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const attested = [Buffer.alloc(16), Buffer.of(0, id.length), id, key]
      const data = Buffer.concat([authData(0x45, wrong), ...attested])
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.of(data.length),
        data,
      ])
      const response = {
        clientDataJSON: text(clientData('webauthn.create', challenge, wrong)),
        attestationObject: text(wrong.attestation?.(attestation) ?? attestation),
        transports: ['internal'],
      }
      return { ...sharedOf(wrong), response }
    },
    sign(challenge: string, wrong: Wrong = {}) {
      const [client, data] = [clientData('webauthn.get', challenge, wrong), authData(0x05, wrong)]
      const key = wrong.otherKey ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : privateKey
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key)
      const response = {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signature),
        ...(wrong.userHandle !== undefined && { userHandle: wrong.userHandle }),
      }
      return { ...sharedOf(wrong), response }
    },
  }
}
