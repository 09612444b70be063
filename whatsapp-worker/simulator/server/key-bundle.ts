// A device's public keys in the three forms in which they travel: as the directory keeps them, as the node that a client
// asks for, and as what Signal needs to open a session.

import { encodeBigEndian, generateSignalPubKey, KEY_BUNDLE_TYPE } from '@whiskeysockets/baileys'
import type { BinaryNode, SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'
import type { PublicPreKey } from '../server-state.ts'

export type SignalSession = Parameters<SignalRepositoryWithLIDStore['injectE2ESession']>[0]['session']

export interface KeyBundle {
  registrationId: number
  identity: Uint8Array
  signedPreKey: PublicPreKey & { signature: Uint8Array }
  preKey?: PublicPreKey | undefined
}

export function bundleNodes(bundle: KeyBundle): BinaryNode[] {
  const { registrationId, identity, signedPreKey, preKey } = bundle
  const signed = preKeyNode('skey', signedPreKey, [bytesNode('signature', signedPreKey.signature)])
  return [
    bytesNode('registration', encodeBigEndian(registrationId)),
    bytesNode('type', KEY_BUNDLE_TYPE),
    bytesNode('identity', identity),
    ...(preKey ? [preKeyNode('key', preKey)] : []),
    signed,
  ]
}

export function bundleSession(bundle: KeyBundle): SignalSession {
  const { registrationId, identity, signedPreKey, preKey } = bundle
  return {
    registrationId,
    identityKey: generateSignalPubKey(identity),
    signedPreKey: {
      keyId: signedPreKey.id,
      publicKey: generateSignalPubKey(signedPreKey.value),
      signature: signedPreKey.signature,
    },
    ...(preKey ? { preKey: { keyId: preKey.id, publicKey: generateSignalPubKey(preKey.value) } } : {}),
  }
}

export function bytesNode(tag: string, content: Uint8Array): BinaryNode {
  return { tag, attrs: {}, content }
}

export function readUInt(bytes: Uint8Array | undefined | null) {
  let value = 0
  for (const byte of bytes ?? []) value = value * 256 + byte
  return value
}

function preKeyNode(tag: string, key: PublicPreKey, more: BinaryNode[] = []): BinaryNode {
  return {
    tag,
    attrs: {},
    content: [bytesNode('id', encodeBigEndian(key.id, 3)), bytesNode('value', key.value), ...more],
  }
}
