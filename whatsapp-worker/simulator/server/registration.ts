// One unpaired client on its way to becoming a companion. Both ways in (QR, pairing code) end in `confirm`:
//   offered → (code: hello → finish) → confirming → confirmed, told to restart by stream error 515
// Invariant: a companion exists only after the client has signed the identity that the phone vouched for.

import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  Curve,
  derivePairingCodeKey,
  hkdf,
  hmacSign,
  proto,
} from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { getBinaryNodeChild, getBinaryNodeChildBuffer, WA_ADV_ACCOUNT_SIG_PREFIX } from '@whiskeysockets/baileys'
import { WA_ADV_DEVICE_SIG_PREFIX } from '@whiskeysockets/baileys'
import { randomBytes } from 'node:crypto'
import type { ClientConnection } from './client-connection.ts'
import { lidJid, nowInSeconds, pnJid, SERVER_JID, userOf } from '../jids.ts'
import { bytesNode, readUInt } from './key-bundle.ts'
import type { ClientHandshake } from './noise-responder.ts'
import type { CompanionRecord, PhoneRecord } from '../server-state.ts'

const REFS = 6
const NO_DATA = Buffer.alloc(0)
const ANSWER_TIMEOUT_MS = 20_000

export class Registration {
  readonly refs: string[] = []
  /** Number that the client asked to pair with by code. */
  requestedNumber: string | undefined
  onCodeRequested: () => void = () => {}
  readonly #connection: ClientConnection
  readonly #noiseKey: Uint8Array
  readonly #device: proto.ClientPayload.IDevicePairingRegistrationData
  readonly #codeRef = randomBytes(16)
  #wrappedEphemeral: Uint8Array | undefined
  readonly #answers = new Map<string, (node: BinaryNode) => void>()

  constructor(connection: ClientConnection, { noiseKey, payload }: ClientHandshake) {
    this.#connection = connection
    this.#noiseKey = noiseKey
    this.#device = payload.devicePairingData ?? {}
    this.refs = Array.from({ length: REFS }, () => `2@${randomBytes(48).toString('base64url')}`)
  }

  offer() {
    // As bytes: a client reads a string here as an invalid buffer.
    const refs = this.refs.map((ref) => bytesNode('ref', Buffer.from(ref)))
    const content = [{ tag: 'pair-device', attrs: {}, content: refs }]
    this.#connection.send(this.#iq('set', this.#connection.newId(), content))
  }

  receive(node: BinaryNode) {
    const { id = '', type } = node.attrs
    if (node.tag !== 'iq') return
    if (type === 'result' || type === 'error') return this.#answers.get(id)?.(node)
    const step = getBinaryNodeChild(node, 'link_code_companion_reg')
    if (step?.attrs['stage'] === 'companion_hello') this.#hello(node, step)
    if (step?.attrs['stage'] === 'companion_finish') this.#answers.get('companion_finish')?.(node)
  }

  /** The phone vouches for the client; `advSecret` proves that it has seen the client's code. */
  async confirm(phone: PhoneRecord, advSecret: Uint8Array): Promise<CompanionRecord> {
    const companion = this.#companionOf(phone)
    const { details, hmac } = this.#vouch(phone, companion, advSecret)
    const id = this.#connection.newId()
    const identity = proto.ADVSignedDeviceIdentityHMAC.encode({ details, hmac }).finish()
    const answer = this.#answer(id)
    const content: BinaryNode[] = [
      bytesNode('device-identity', identity),
      { tag: 'biz', attrs: { name: phone.name } },
      { tag: 'device', attrs: { jid: pnJid(phone, companion.device), lid: lidJid(phone, companion.device) } },
      { tag: 'platform', attrs: { name: 'smba' } },
    ]
    this.#connection.send(this.#iq('set', id, [{ tag: 'pair-success', attrs: {}, content }]))
    assertSigned(await answer, companion.identity)
    return companion
  }

  drop() {
    this.#connection.drop()
  }

  /** A client that has been paired must log in anew. */
  restart() {
    this.#connection.send({ tag: 'stream:error', attrs: { code: '515' } })
    this.#connection.close()
  }

  /** The phone's side of the pairing code; returns the secret that both then share. */
  async exchangeCode(phone: PhoneRecord, code: string): Promise<Uint8Array> {
    if (!this.#wrappedEphemeral) throw new Error('the companion has not asked for a pairing code')
    const companionEphemeral = await unwrap(this.#wrappedEphemeral, code)
    const ephemeral = Curve.generateKeyPair()
    const finish = this.#answer('companion_finish')
    this.#connection.send(this.#codeNotification(phone, await wrap(ephemeral.public, code)))
    const iq = await finish
    const shared = Curve.sharedKey(ephemeral.private, companionEphemeral)
    const secret = readKeyBundle(iq, shared, phone)
    const type = secret ? 'result' : 'error'
    this.#connection.send(this.#iq(type, iq.attrs['id'] ?? ''))
    if (!secret) throw new Error('wrong pairing code')
    return secret
  }

  #hello(iq: BinaryNode, step: BinaryNode) {
    this.requestedNumber = userOf(step.attrs['jid'] ?? '')
    this.#wrappedEphemeral = getBinaryNodeChildBuffer(step, 'link_code_pairing_wrapped_companion_ephemeral_pub')
    const ref = [bytesNode('link_code_pairing_ref', this.#codeRef)]
    const content = [{ tag: 'link_code_companion_reg', attrs: { stage: 'companion_hello' }, content: ref }]
    this.#connection.send(this.#iq('result', iq.attrs['id'] ?? '', content))
    this.onCodeRequested()
  }

  #codeNotification(phone: PhoneRecord, wrappedEphemeral: Uint8Array): BinaryNode {
    const content = [
      bytesNode('link_code_pairing_ref', this.#codeRef),
      bytesNode('link_code_pairing_wrapped_primary_ephemeral_pub', wrappedEphemeral),
      bytesNode('primary_identity_pub', phone.creds.signedIdentityKey.public),
    ]
    const step = { tag: 'link_code_companion_reg', attrs: { stage: 'primary_hello' }, content }
    const attrs = { id: this.#connection.newId(), from: SERVER_JID, t: nowInSeconds(), type: 'link_code_companion_reg' }
    return { tag: 'notification', attrs, content: [step] }
  }

  #companionOf(phone: PhoneRecord): CompanionRecord {
    const { eIdent, eRegid, eSkeyId, eSkeyVal, eSkeySig } = this.#device
    if (!eIdent || !eSkeyVal || !eSkeySig) throw new Error('registration without keys')
    return {
      number: phone.number,
      lid: phone.lid,
      device: phone.nextDevice++,
      noiseKey: this.#noiseKey,
      identity: eIdent,
      registrationId: readUInt(eRegid),
      signedPreKey: { id: readUInt(eSkeyId), value: eSkeyVal, signature: eSkeySig },
      preKeys: [],
      pending: [],
      introduced: false,
    }
  }

  #vouch(phone: PhoneRecord, companion: CompanionRecord, advSecret: Uint8Array) {
    const { signedIdentityKey, registrationId } = phone.creds
    const deviceIdentity = { rawId: registrationId, timestamp: Number(nowInSeconds()), keyIndex: companion.device }
    const device = proto.ADVDeviceIdentity.encode(deviceIdentity).finish()
    const signed = Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, device, companion.identity])
    const accountSignature = Curve.sign(signedIdentityKey.private, signed)
    const identity = { details: device, accountSignatureKey: signedIdentityKey.public, accountSignature }
    const details = proto.ADVSignedDeviceIdentity.encode(identity).finish()
    return { details, hmac: hmacSign(details, advSecret) }
  }

  #answer(id: string): Promise<BinaryNode> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error('the companion did not answer'))
      const timer = setTimeout(fail, ANSWER_TIMEOUT_MS).unref()
      this.#answers.set(id, (node) => {
        clearTimeout(timer)
        this.#answers.delete(id)
        resolve(node)
      })
    })
  }

  #iq(type: string, id: string, content?: BinaryNode[]): BinaryNode {
    return { tag: 'iq', attrs: { id, type, from: SERVER_JID, xmlns: 'md' }, ...(content ? { content } : {}) }
  }
}

function assertSigned(answer: BinaryNode, companionIdentity: Uint8Array) {
  const sign = getBinaryNodeChild(answer, 'pair-device-sign')
  const encoded = getBinaryNodeChildBuffer(sign, 'device-identity')
  const { details, accountSignatureKey, deviceSignature } = proto.ADVSignedDeviceIdentity.decode(encoded ?? NO_DATA)
  if (!details || !deviceSignature) throw new Error('the companion did not sign its identity')
  // The client leaves the account key out of its answer; without it there is nothing to check the signature against.
  if (!accountSignatureKey?.length) return
  const signed = Buffer.concat([WA_ADV_DEVICE_SIG_PREFIX, details, companionIdentity, accountSignatureKey])
  if (!Curve.verify(companionIdentity, signed, deviceSignature)) throw new Error('the companion signature is invalid')
}

async function wrap(key: Uint8Array, code: string) {
  const salt = randomBytes(32)
  const iv = randomBytes(16)
  return Buffer.concat([salt, iv, aesEncryptCTR(key, await derivePairingCodeKey(code, salt), iv)])
}

async function unwrap(wrapped: Uint8Array, code: string) {
  const bytes = Buffer.from(wrapped)
  const key = await derivePairingCodeKey(code, bytes.subarray(0, 32))
  return aesDecryptCTR(bytes.subarray(48, 80), key, bytes.subarray(32, 48))
}

/** The secret that phone and companion derive alike, or undefined if the code was wrong. */
function readKeyBundle(iq: BinaryNode, ephemeralShared: Uint8Array, phone: PhoneRecord) {
  const finish = getBinaryNodeChild(iq, 'link_code_companion_reg')
  const bundle = Buffer.from(getBinaryNodeChildBuffer(finish, 'link_code_pairing_wrapped_key_bundle') ?? NO_DATA)
  const info = 'link_code_pairing_key_bundle_encryption_key'
  const key = hkdf(Buffer.from(ephemeralShared), 32, { salt: bundle.subarray(0, 32), info })
  try {
    const payload = aesDecryptGCM(bundle.subarray(44), key, bundle.subarray(32, 44), NO_DATA)
    const companionIdentity = payload.subarray(0, 32)
    const random = payload.subarray(64, 96)
    const identityShared = Curve.sharedKey(phone.creds.signedIdentityKey.private, companionIdentity)
    return hkdf(Buffer.concat([ephemeralShared, identityShared, random]), 32, { info: 'adv_secret' })
  } catch {
    return undefined
  }
}
