// A client asks the phone of its own account to upload a message's file again, because the host has it no more. The phone does, if it has
// the file, and says where it is now, encrypted by a key that is made of the file's own.

import { aesEncryptGCM, getBinaryNodeChild, hkdf, proto } from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { randomBytes } from 'node:crypto'
import type { CompanionClient } from './companion-client.ts'
import { nowInSeconds } from '../jids.ts'
import type { WhatsAppServer } from './whatsapp-server.ts'

const { SUCCESS, NOT_FOUND } = proto.MediaRetryNotification.ResultType

export function routeMediaRetry(server: WhatsAppServer, { companion }: CompanionClient, node: BinaryNode) {
  const { id = '' } = node.attrs
  const about = getBinaryNodeChild(node, 'rmr')
  const found = server.phoneOf(companion.number)?.openFile(id)
  if (found) server.media.renew(found.media.token)
  const answer = found
    ? sealed(id, found.media.key, `/mms/${found.media.kind}/${found.media.token}`)
    : { tag: 'error', attrs: { code: String(NOT_FOUND) } }
  const attrs = { id, from: node.attrs['to'] ?? '', type: 'mediaretry', t: nowInSeconds() }
  server.queue(companion, { tag: 'notification', attrs, content: [...(about ? [about] : []), answer] })
}

function sealed(stanzaId: string, mediaKey: Uint8Array, directPath: string): BinaryNode {
  const told = proto.MediaRetryNotification.encode({ stanzaId, directPath, result: SUCCESS }).finish()
  const key = hkdf(Buffer.from(mediaKey), 32, { info: 'WhatsApp Media Retry Notification' })
  const iv = randomBytes(12)
  const content = [
    { tag: 'enc_p', attrs: {}, content: aesEncryptGCM(told, key, iv, Buffer.from(stanzaId)) },
    { tag: 'enc_iv', attrs: {}, content: iv },
  ]
  return { tag: 'encrypt', attrs: {}, content }
}
