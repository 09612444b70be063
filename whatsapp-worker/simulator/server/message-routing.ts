// Where a companion's messages, acks and signs of life go. Messages: ack to the sender, then each encrypted part to the
// device that it is addressed to. Receipts are in receipt-routing, groups in group-routing.

import { getAllBinaryNodeChildren, getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { CompanionClient } from './companion-client.ts'
import { deliverToGroup } from './group-routing.ts'
import { deviceOf, isGroup, isLid, jidLike, nowInSeconds, pnJid } from '../jids.ts'
import type { WhatsAppServer } from './whatsapp-server.ts'

export function routeMessage(server: WhatsAppServer, client: CompanionClient, node: BinaryNode) {
  if (server.faults.muteServer) return
  const error = server.faults.takeNack()
  const { id = '', to = '' } = node.attrs
  const outcome: Record<string, string> = error === undefined ? {} : { error: String(error) }
  const ack = { tag: 'ack', attrs: { class: 'message', id, from: to, t: nowInSeconds(), ...outcome } }
  later(server.faults.ackDelayMs, () => client.connection.send(ack))
  if (error !== undefined) return
  const group = server.groupOf(to)
  if (group) deliverToGroup({ server, client, node, group })
  else for (const part of partsOf(node)) deliver(server, client, node, part)
}

interface Part {
  jid: string
  enc: BinaryNode
}

/** The encrypted part for each device: listed, or at the top when the message is for one device only. */
function partsOf(node: BinaryNode): Part[] {
  const listed = getBinaryNodeChildren(getBinaryNodeChild(node, 'participants'), 'to')
  const parts = listed.map((to) => ({ jid: to.attrs['jid'] ?? '', enc: getBinaryNodeChild(to, 'enc') }))
  parts.push({ jid: node.attrs['to'] ?? '', enc: getBinaryNodeChild(node, 'enc') })
  return parts.flatMap(({ jid, enc }) => (enc ? [{ jid, enc }] : []))
}

function deliver(server: WhatsAppServer, client: CompanionClient, node: BinaryNode, { jid, enc }: Part) {
  const target = server.findPhone(jid)
  if (!target) return
  const { companion } = client
  const { id = '', to = '', recipient, category } = node.attrs
  const own = target.number === companion.number
  const contact = own && !category ? (recipient ?? to) : undefined
  const device = deviceOf(jid)
  const delayMs = server.faults.deliveryDelayMs
  if (device > 0) {
    const other = target.record.companions.find((candidate) => candidate.device === device)
    if (other) server.queue(other, companionStanza(server, client, node, { jid, enc }, contact), delayMs)
    return
  }
  const at = Date.now()
  target.accept({
    id,
    at,
    dueAt: at + delayMs,
    fromNumber: companion.number,
    fromDevice: companion.device,
    addressedAs: jidLike(jid, target.record),
    ...(contact ? { recipient: contact } : {}),
    ...(category ? { category } : {}),
    cipher: enc.attrs['type'] === 'pkmsg' ? 'pkmsg' : 'msg',
    content: contentOf(server, enc, contact),
  })
}

/** The owner's copy is left whole: it is the customer's phone that a fault is about. */
function contentOf(server: WhatsAppServer, { content }: BinaryNode, contact: string | undefined) {
  const bytes = content as Uint8Array
  return contact === undefined && server.faults.takeCorruptionToPhone() ? bytes.toReversed() : bytes
}

/** The message as another companion gets it: from the sending device, in the form of address that the sender used. */
function companionStanza(
  server: WhatsAppServer,
  client: CompanionClient,
  node: BinaryNode,
  { jid, enc }: Part,
  contact: string | undefined,
): BinaryNode {
  const { companion } = client
  const name = server.phoneOf(companion.number)?.name ?? ''
  const contactRecord = contact === undefined ? undefined : server.findPhone(contact)?.record
  const attrs: Record<string, string> = {
    id: node.attrs['id'] ?? '',
    type: node.attrs['type'] ?? 'text',
    from: jidLike(jid, companion, companion.device),
    t: nowInSeconds(),
    notify: name,
    addressing_mode: isLid(jid) ? 'lid' : 'pn',
  }
  if (contact !== undefined) {
    attrs['recipient'] = contact
    if (contactRecord && isLid(contact)) attrs['peer_recipient_pn'] = pnJid(contactRecord)
  } else if (isLid(jid)) attrs['sender_pn'] = pnJid(companion)
  else attrs['sender_lid'] = companion.lid
  const identity = getBinaryNodeChild(node, 'device-identity')
  return { tag: 'message', attrs, content: identity ? [enc, identity] : [enc] }
}

/** A companion's ack for a stanza of ours. */
export function routeAck(server: WhatsAppServer, client: CompanionClient, node: BinaryNode) {
  const { id = '', class: tag = '', type, error } = node.attrs
  // After a retry receipt the client also refuses the first copy; the second one, with the same id, must stay.
  if (tag === 'message' && error && client.takeExpectedRefusal(id)) return
  server.companions.settle(client.companion, { tag, id, type })
}

/** A client is typing, or tells whether it is online and whom it watches. */
export function routePresence(server: WhatsAppServer, client: CompanionClient, node: BinaryNode) {
  const { type, to = '' } = node.attrs
  if (node.tag === 'chatstate') return showTyping(server, client, node)
  if (type === 'available' || type === 'unavailable') client.isAvailable = type === 'available'
  if (type !== 'subscribe') return
  const watched = server.findPhone(to)
  if (!watched) return
  client.watched.add(watched.number)
  client.connection.send({ tag: 'presence', attrs: { from: to, type: 'unavailable', last: 'deny' } })
}

function showTyping(server: WhatsAppServer, { companion }: CompanionClient, node: BinaryNode) {
  const { to = '' } = node.attrs
  const [state] = getAllBinaryNodeChildren(node)
  const shown = state?.tag !== 'composing' ? 'paused' : state.attrs['media'] === 'audio' ? 'recording' : 'composing'
  if (!isGroup(to)) return server.findPhone(to)?.showTyping(companion.number, shown)
  for (const { number } of server.groupOf(to)?.members ?? []) {
    if (number !== companion.number) server.phoneOf(number)?.showTyping(to, shown)
  }
}

/** A client does not want to talk. */
export function routeCall(server: WhatsAppServer, client: CompanionClient, node: BinaryNode) {
  const { id = '', to = '' } = node.attrs
  const [step] = getAllBinaryNodeChildren(node)
  client.connection.send({ tag: 'ack', attrs: { class: 'call', id, from: to, type: step?.tag ?? '' } })
  if (step?.tag === 'reject') server.findPhone(to)?.callRejected(step.attrs['call-id'] ?? '')
}

function later(delayMs: number, task: () => void) {
  // A long delay set by a test must not keep a stopped process alive.
  if (delayMs > 0) setTimeout(task, delayMs).unref()
  else task()
}
