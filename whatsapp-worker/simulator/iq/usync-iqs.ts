// Looking accounts up: does a number exist, which devices has it, what is its lid. Invariant: an answer about a jid echoes
// that jid; only a dialled number is answered with the jid that it stands for.

import {
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  getBinaryNodeChildString,
} from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { digitsOf, isLid, pnJid } from '../jids.ts'
import type { PhoneRecord } from '../server-state.ts'
import type { WhatsAppServer } from '../server/whatsapp-server.ts'
import type { IqHandlers } from './iq.ts'

export const usyncIqs: IqHandlers = {
  'get usync usync': (iq, _client, server) => {
    const usync = getBinaryNodeChild(iq, 'usync')
    const query = getBinaryNodeChild(usync, 'query')
    const protocols = (query ? getAllBinaryNodeChildren(query) : []).map(({ tag }) => tag)
    const users = getBinaryNodeChildren(getBinaryNodeChild(usync, 'list'), 'user')
    const list = { tag: 'list', attrs: {}, content: users.map((user) => describeUser(server, user, protocols)) }
    return { content: [{ tag: 'usync', attrs: { ...usync?.attrs }, content: [list] }] }
  },
}

function describeUser(server: WhatsAppServer, user: BinaryNode, protocols: string[]): BinaryNode {
  const asked = user.attrs['jid'] ?? contactJid(server, digitsOf(getBinaryNodeChildString(user, 'contact') ?? ''))
  const phone = server.findPhone(asked)?.record
  const content = protocols.flatMap((protocol) => answers[protocol]?.(phone, asked) ?? [])
  return { tag: 'user', attrs: { jid: asked }, content }
}

type Answer = (phone: PhoneRecord | undefined, asked: string) => BinaryNode[]

const answers: Record<string, Answer> = {
  contact: (phone) => [{ tag: 'contact', attrs: { type: phone ? 'in' : 'out' } }],
  devices: (phone) => [{ tag: 'devices', attrs: {}, content: [deviceList(phone)] }],
  lid: (phone, asked) => (phone && !isLid(asked) ? [{ tag: 'lid', attrs: { val: phone.lid } }] : []),
  status: () => [{ tag: 'status', attrs: { t: '0' } }],
  disappearing_mode: () => [{ tag: 'disappearing_mode', attrs: { duration: '0', t: '0' } }],
}

function deviceList(phone: PhoneRecord | undefined): BinaryNode {
  const companions = (phone?.companions ?? []).map(({ device }) => ({
    id: String(device),
    'key-index': String(device),
  }))
  const devices = phone ? [{ id: '0' }, ...companions] : []
  return { tag: 'device-list', attrs: {}, content: devices.map((attrs) => ({ tag: 'device', attrs })) }
}

/** A dialled number becomes the account's own address: Brazilian mobiles are known with or without their ninth digit. */
function contactJid(server: WhatsAppServer, dialled: string) {
  const [, area = '', , subscriber = ''] = /^55(\d{2})(9?)(\d{8})$/.exec(dialled) ?? []
  const spellings = area ? [dialled, `55${area}9${subscriber}`, `55${area}${subscriber}`] : [dialled]
  const number = spellings.find((spelling) => server.phoneOf(spelling)) ?? dialled
  return pnJid({ number, lid: '' })
}
