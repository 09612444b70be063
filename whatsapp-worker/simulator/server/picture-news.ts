// Who chats with somebody is told that they have another profile picture, or none any more.

import { randomUUID } from 'node:crypto'
import { lidJid, nowInSeconds } from '../jids.ts'
import type { PhoneNetwork } from '../phone/phone-network.ts'
import type { PhoneRecord } from '../server-state.ts'

export function tellPicture(owner: PhoneRecord, network: PhoneNetwork, change: 'set' | 'delete') {
  const jid = lidJid(owner)
  const told = owner.chats.flatMap(({ peer }) => network.phoneOf(peer)?.record.companions ?? [])
  for (const companion of told) {
    const attrs = { id: randomUUID(), from: jid, type: 'picture', t: nowInSeconds() }
    const content = [{ tag: change, attrs: { jid, id: nowInSeconds() } }]
    network.queue(companion, { tag: 'notification', attrs, content })
  }
}
