// The key directory: companions upload their public keys here, and fetch those of the devices that they write to.

import {
  encodeBigEndian,
  getBinaryNodeChild,
  getBinaryNodeChildBuffer,
  getBinaryNodeChildren,
} from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { deviceOf } from '../jids.ts'
import { bundleNodes, bytesNode, readUInt } from '../server/key-bundle.ts'
import type { CompanionRecord, PublicPreKey } from '../server-state.ts'
import type { WhatsAppServer } from '../server/whatsapp-server.ts'
import { IqError } from './iq.ts'
import type { IqHandlers } from './iq.ts'

export const encryptIqs: IqHandlers = {
  'get encrypt count': (_iq, { companion }) => ({
    content: [{ tag: 'count', attrs: { value: String(companion.preKeys.length) } }],
  }),
  'get encrypt digest': (_iq, { companion }) => ({ content: [digest(companion)] }),
  'set encrypt registration': (iq, { companion }, server) => {
    companion.preKeys.push(...getBinaryNodeChildren(getBinaryNodeChild(iq, 'list'), 'key').map(readPreKey))
    const signed = getBinaryNodeChild(iq, 'skey')
    if (signed) companion.signedPreKey = readSignedPreKey(signed)
    server.changed()
    return {}
  },
  'set encrypt rotate': (iq, { companion }, server) => {
    const signed = getBinaryNodeChild(getBinaryNodeChild(iq, 'rotate'), 'skey')
    if (!signed) throw new IqError(400, 'bad-request')
    companion.signedPreKey = readSignedPreKey(signed)
    server.changed()
    return {}
  },
  'get encrypt key': (iq, _client, server) => {
    const users = getBinaryNodeChildren(getBinaryNodeChild(iq, 'key'), 'user')
    const content = users.map(({ attrs }) => userKeys(server, attrs['jid'] ?? ''))
    return { content: [{ tag: 'list', attrs: {}, content }] }
  },
}

function userKeys(server: WhatsAppServer, jid: string): BinaryNode {
  const phone = server.findPhone(jid)
  const device = deviceOf(jid)
  const companion = phone?.record.companions.find((candidate) => candidate.device === device)
  const bundle = device === 0 ? phone?.takeBundle() : companion && server.takeCompanionBundle(companion)
  if (bundle) return { tag: 'user', attrs: { jid }, content: bundleNodes(bundle) }
  const error = { tag: 'error', attrs: { code: '404', text: 'item-not-found' } }
  return { tag: 'user', attrs: { jid }, content: [error] }
}

function digest(companion: CompanionRecord): BinaryNode {
  const preKeys = companion.preKeys.map(({ id }) => bytesNode('id', encodeBigEndian(id, 3)))
  const content = [...bundleNodes(companion), { tag: 'list', attrs: {}, content: preKeys }]
  return { tag: 'digest', attrs: {}, content }
}

function readPreKey(node: BinaryNode): PublicPreKey {
  const value = getBinaryNodeChildBuffer(node, 'value')
  if (!value) throw new IqError(400, 'bad-request')
  return { id: readUInt(getBinaryNodeChildBuffer(node, 'id')), value }
}

function readSignedPreKey(node: BinaryNode) {
  const signature = getBinaryNodeChildBuffer(node, 'signature')
  if (!signature) throw new IqError(400, 'bad-request')
  return { ...readPreKey(node), signature }
}
