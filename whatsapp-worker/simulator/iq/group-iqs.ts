// What clients ask and change about groups. Only members may; who is in it is the server's word.

import { getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { CompanionClient } from '../server/companion-client.ts'
import type { MemberChange } from '../server/groups.ts'
import type { WhatsAppServer } from '../server/whatsapp-server.ts'
import { IqError } from './iq.ts'
import type { IqHandlers } from './iq.ts'

export const groupIqs: IqHandlers = {
  'get w:g2 query': (iq, client, server) => ({ content: [server.groups.describe(groupOf(iq, client, server))] }),
  'get w:g2 participating': (_iq, { companion }, server) => {
    const content = server.groups.of(companion.number).map((group) => server.groups.describe(group))
    return { content: [{ tag: 'groups', attrs: {}, content }] }
  },
  'set w:g2 create': (iq, { companion }, server) => {
    const create = getBinaryNodeChild(iq, 'create')
    const numbers = participantsOf(server, create)
    const group = server.groups.create(companion.number, create?.attrs['subject'] ?? '', numbers)
    return { content: [server.groups.describe(group)] }
  },
  'set w:g2 subject': (iq, client, server) => {
    const subject = Buffer.from((getBinaryNodeChild(iq, 'subject')?.content as Uint8Array | undefined) ?? []).toString()
    server.groups.rename(groupOf(iq, client, server).id, client.companion.number, subject)
    return {}
  },
  'set w:g2 leave': (iq, { companion }, server) => {
    const groups = getBinaryNodeChildren(getBinaryNodeChild(iq, 'leave'), 'group')
    for (const { attrs } of groups)
      server.groups.change(attrs['id'] ?? '', companion.number, 'remove', [companion.number])
    return {}
  },
  'set w:g2 add': changing('add'),
  'set w:g2 remove': changing('remove'),
  'set w:g2 promote': changing('promote'),
  'set w:g2 demote': changing('demote'),
}

function changing(kind: MemberChange): IqHandlers[string] {
  return (iq, client, server) => {
    const request = getBinaryNodeChild(iq, kind)
    const group = groupOf(iq, client, server)
    server.groups.change(group.id, client.companion.number, kind, participantsOf(server, request))
    const content = getBinaryNodeChildren(request, 'participant').map(({ attrs }) => ({ tag: 'participant', attrs }))
    return { content: [{ tag: kind, attrs: {}, content }] }
  }
}

function groupOf(iq: BinaryNode, { companion }: CompanionClient, server: WhatsAppServer) {
  const group = server.groups.find(iq.attrs['to'] ?? '')
  if (!group) throw new IqError(404, 'item-not-found')
  if (!group.members.some(({ number }) => number === companion.number)) throw new IqError(403, 'forbidden')
  return group
}

function participantsOf(server: WhatsAppServer, node: BinaryNode | undefined) {
  const people = getBinaryNodeChildren(node, 'participant')
  return people.flatMap(({ attrs }) => server.findPhone(attrs['jid'] ?? '')?.number ?? [])
}
