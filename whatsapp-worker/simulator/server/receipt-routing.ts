// Where a companion's receipts go: they settle what the server kept, then go on to whoever wrote the message.

import { getAllBinaryNodeChildren, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { CompanionClient } from './companion-client.ts'
import { deviceOf, isGroup, jidLike, lidJid, nowInSeconds } from '../jids.ts'
import { routeMediaRetry } from './media-retry.ts'
import type { MessageStatus } from '../server-state.ts'
import type { WhatsAppServer } from './whatsapp-server.ts'

export function routeReceipt(server: WhatsAppServer, client: CompanionClient, node: BinaryNode) {
  const { companion } = client
  const { to = '', type, participant } = node.attrs
  const ids = receiptIds(node)
  for (const id of ids) server.companions.settle(companion, { tag: 'message', id })
  if (type === 'retry') return routeRetry(server, client, node)
  if (type === 'server-error') return routeMediaRetry(server, client, node)
  const author = server.findPhone(isGroup(to) ? (participant ?? '') : to)
  const status = statusOf(type)
  if (author && (status === 'read' || status === 'played' || type === 'read-self')) {
    server.phoneOf(companion.number)?.readElsewhere(isGroup(to) ? to : author.number, ids)
  }
  if (!author || !status || author.number === companion.number) return
  author.applyReceipt(isGroup(to) ? to : companion.number, ids, status)
  // `inactive` concerns the server only: the author is told of a plain delivery.
  const attrs: Record<string, string> = {
    id: ids[0] ?? '',
    ...senderOf(client, to),
    t: nowInSeconds(),
    ...(type === 'inactive' ? {} : type && { type }),
  }
  for (const other of author.record.companions) {
    server.queue(other, { tag: 'receipt', attrs, content: getAllBinaryNodeChildren(node) })
  }
}

/** A companion could not decrypt: only the device that wrote the message can help. */
function routeRetry(server: WhatsAppServer, client: CompanionClient, node: BinaryNode) {
  const { companion } = client
  const { id = '', to = '', participant } = node.attrs
  client.expectRefusal(id)
  const writer = isGroup(to) ? (participant ?? '') : to
  const author = server.findPhone(writer)
  const device = deviceOf(writer)
  const count = getBinaryNodeChild(node, 'retry')?.attrs['count'] ?? '1'
  if (device === 0) {
    author?.resend(companion, id, node, count)
    return
  }
  const other = author?.record.companions.find((candidate) => candidate.device === device)
  const sender: Record<string, string> = isGroup(to)
    ? { from: to, participant: lidJid(companion, companion.device) }
    : { from: jidLike(to, companion, companion.device) }
  const attrs = { ...without(node.attrs, ['to', 'participant']), ...sender, t: nowInSeconds() }
  if (other) server.queue(other, { ...node, attrs })
}

function senderOf({ companion }: CompanionClient, to: string): Record<string, string> {
  return isGroup(to) ? { from: to, participant: lidJid(companion) } : { from: jidLike(to, companion) }
}

function statusOf(type: string | undefined): MessageStatus | undefined {
  if (type === undefined || type === 'inactive') return 'delivered'
  return type === 'read' || type === 'played' ? type : undefined
}

function receiptIds(node: BinaryNode) {
  const items = getBinaryNodeChildren(getBinaryNodeChild(node, 'list'), 'item')
  return [node.attrs['id'] ?? '', ...items.map((item) => item.attrs['id'] ?? '')]
}

function without(attrs: Record<string, string>, names: string[]) {
  return Object.fromEntries(Object.entries(attrs).filter(([key]) => !names.includes(key)))
}
