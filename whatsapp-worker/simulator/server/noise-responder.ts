// The server's half of the Noise XX handshake and, after it, the cipher of the connection. Fed by client-connection with
// whole frames. Invariant: every encrypt and decrypt advances the counter exactly once, so frames must be handed over in
// the order in which they travel.

import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  hkdf,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
} from '@whiskeysockets/baileys'
import type { KeyPair } from '@whiskeysockets/baileys'
import type { ServerKeys } from './server-keys.ts'

const NO_DATA = Buffer.alloc(0)

export interface ClientHandshake {
  noiseKey: Uint8Array
  payload: proto.ClientPayload
}

export class NoiseResponder {
  readonly #keys: ServerKeys
  readonly #ephemeral: KeyPair = Curve.generateKeyPair()
  // The protocol name is exactly 32 bytes long, so it is used as it is instead of its hash.
  #hash: Buffer = Buffer.from(NOISE_MODE)
  #salt: Uint8Array = this.#hash
  #key: Uint8Array = this.#hash
  #counter = 0
  #transport: { read: Uint8Array; write: Uint8Array; reads: number; writes: number } | undefined

  constructor(keys: ServerKeys) {
    this.#keys = keys
    this.#authenticate(NOISE_WA_HEADER)
  }

  /** Takes the client's hello and returns the server's. */
  respond(frame: Uint8Array): Uint8Array {
    const clientEphemeral = proto.HandshakeMessage.decode(frame).clientHello?.ephemeral
    if (!clientEphemeral) throw new Error('handshake without a client ephemeral key')
    this.#authenticate(clientEphemeral)
    this.#authenticate(this.#ephemeral.public)
    this.#mix(Curve.sharedKey(this.#ephemeral.private, clientEphemeral))
    const staticKey = this.#encryptHandshake(this.#keys.noise.public)
    this.#mix(Curve.sharedKey(this.#keys.noise.private, clientEphemeral))
    const payload = this.#encryptHandshake(this.#keys.certificateChain)
    const serverHello = { ephemeral: this.#ephemeral.public, static: staticKey, payload }
    return proto.HandshakeMessage.encode({ serverHello }).finish()
  }

  /** Takes the client's finish; from here on `encrypt` and `decrypt` may be used. */
  finish(frame: Uint8Array): ClientHandshake {
    const finish = proto.HandshakeMessage.decode(frame).clientFinish
    if (!finish?.static || !finish.payload) throw new Error('handshake without a client finish')
    const noiseKey = this.#decryptHandshake(finish.static)
    this.#mix(Curve.sharedKey(this.#ephemeral.private, noiseKey))
    const payload = proto.ClientPayload.decode(this.#decryptHandshake(finish.payload))
    const [read, write] = this.#derive(NO_DATA)
    this.#transport = { read, write, reads: 0, writes: 0 }
    return { noiseKey, payload }
  }

  encrypt(plaintext: Uint8Array): Uint8Array {
    const transport = this.#requireTransport()
    return aesEncryptGCM(plaintext, transport.write, ivOf(transport.writes++), NO_DATA)
  }

  decrypt(ciphertext: Uint8Array): Buffer {
    const transport = this.#requireTransport()
    return aesDecryptGCM(ciphertext, transport.read, ivOf(transport.reads++), NO_DATA)
  }

  #requireTransport() {
    if (!this.#transport) throw new Error('handshake not finished')
    return this.#transport
  }

  #authenticate(data: Uint8Array) {
    this.#hash = Buffer.from(sha256(Buffer.concat([this.#hash, data])))
  }

  #encryptHandshake(plaintext: Uint8Array) {
    const ciphertext = aesEncryptGCM(plaintext, this.#key, ivOf(this.#counter++), this.#hash)
    this.#authenticate(ciphertext)
    return ciphertext
  }

  #decryptHandshake(ciphertext: Uint8Array) {
    const plaintext = aesDecryptGCM(ciphertext, this.#key, ivOf(this.#counter++), this.#hash)
    this.#authenticate(ciphertext)
    return plaintext
  }

  #mix(secret: Uint8Array) {
    const [salt, key] = this.#derive(secret)
    this.#salt = salt
    this.#key = key
    this.#counter = 0
  }

  #derive(secret: Uint8Array): [Uint8Array, Uint8Array] {
    const expanded = hkdf(Buffer.from(secret), 64, { salt: Buffer.from(this.#salt), info: '' })
    return [expanded.subarray(0, 32), expanded.subarray(32)]
  }
}

function ivOf(counter: number) {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(counter, 8)
  return iv
}
