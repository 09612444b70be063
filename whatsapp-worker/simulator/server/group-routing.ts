// Where a companion's message to a group goes: the sender key to each device that lacks it, then the message, which is the
// same for all. Invariant: only members' devices get anything, and a device gets a message in one stanza.

import { getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { CompanionClient } from './companion-client.ts'
import { deviceOf, lidJid, nowInSeconds, pnJid } from '../jids.ts'
import type { GroupRecord } from '../server-state.ts'
import type { WhatsAppServer } from './whatsapp-server.ts'

type Phone = NonNullable<ReturnType<WhatsAppServer['phoneOf']>>

interface Route {
  server: WhatsAppServer
  client: CompanionClient
  node: BinaryNode
  group: GroupRecord
}

export function deliverToGroup(route: Route) {
  const { server, client, node, group } = route
  const shared = getBinaryNodeChild(node, 'enc')
  const only = node.attrs['participant']
  for (const { number } of group.members) {
    const phone = server.phoneOf(number)
    if (!phone || (only && server.findPhone(only) !== phone)) continue
    const devices = [0, ...phone.record.companions.map(({ device }) => device)]
    for (const device of devices) {
      if (only && deviceOf(only) !== device) continue
      if (number === client.companion.number && device === client.companion.device) continue
      const key = only ? undefined : keyPartFor(route, phone, device)
      const parts = [key, shared].filter((part) => part !== undefined)
      if (device === 0) acceptOn(phone, route, parts)
      else queueFor(phone, device, route, parts)
    }
  }
}

function keyPartFor({ server, node }: Route, phone: Phone, device: number) {
  const listed = getBinaryNodeChildren(getBinaryNodeChild(node, 'participants'), 'to')
  const entry = listed.find(({ attrs: { jid = '' } }) => server.findPhone(jid) === phone && deviceOf(jid) === device)
  return getBinaryNodeChild(entry, 'enc')
}

function acceptOn(phone: Phone, { server, client, node, group }: Route, parts: BinaryNode[]) {
  const at = Date.now()
  const { number, device } = client.companion
  const isOwn = phone.number === number
  for (const { attrs, content } of parts) {
    const bytes = content as Uint8Array
    const cipher = attrs['type'] === 'skmsg' || attrs['type'] === 'pkmsg' ? attrs['type'] : 'msg'
    const isDamaged = cipher === 'skmsg' && !isOwn && server.faults.takeCorruptionToPhone()
    phone.accept({
      id: node.attrs['id'] ?? '',
      at,
      dueAt: at + server.faults.deliveryDelayMs,
      fromNumber: number,
      fromDevice: device,
      addressedAs: phone.lid,
      group: group.id,
      cipher,
      content: isDamaged ? bytes.toReversed() : bytes,
    })
  }
}

function queueFor(phone: Phone, device: number, { server, client, node, group }: Route, parts: BinaryNode[]) {
  const other = phone.record.companions.find((candidate) => candidate.device === device)
  if (!other) return
  const { companion } = client
  const attrs = {
    id: node.attrs['id'] ?? '',
    type: node.attrs['type'] ?? 'text',
    from: group.id,
    participant: lidJid(companion, companion.device),
    participant_pn: pnJid(companion),
    t: nowInSeconds(),
    notify: server.phoneOf(companion.number)?.name ?? '',
    addressing_mode: 'lid',
  }
  const identity = getBinaryNodeChild(node, 'device-identity')
  const content = identity ? [...parts, identity] : parts
  server.queue(other, { tag: 'message', attrs, content }, server.faults.deliveryDelayMs)
}
