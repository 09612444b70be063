// Groups: who is in them and what they are called. Every change is announced to the companions of everybody concerned and
// shown on the phones. Invariant: whoever has left gets nothing more, and the others' sender keys are made anew.

import type { BinaryNode } from '@whiskeysockets/baileys'
import { randomBytes, randomInt } from 'node:crypto'
import { lidJid, nowInSeconds, peerOf, pnJid } from '../jids.ts'
import type { GroupMember, GroupRecord } from '../server-state.ts'
import type { WhatsAppServer } from './whatsapp-server.ts'

export type MemberChange = 'add' | 'remove' | 'promote' | 'demote'

const SAID: Record<MemberChange, string> = {
  add: 'entrou no grupo',
  remove: 'saiu do grupo',
  promote: 'agora administra o grupo',
  demote: 'não administra mais o grupo',
}

export class Groups {
  readonly #records: GroupRecord[]
  readonly #server: WhatsAppServer

  constructor(records: GroupRecord[], server: WhatsAppServer) {
    this.#records = records
    this.#server = server
  }

  find(id: string) {
    return this.#records.find((group) => group.id === id)
  }

  list() {
    return this.#records
  }

  of(number: string) {
    return this.#records.filter(({ members }) => members.some((member) => member.number === number))
  }

  create(creator: string, subject: string, numbers: string[]): GroupRecord {
    const others = [...new Set(numbers.map(peerOf))].filter((number) => number !== creator)
    for (const number of [creator, ...others]) this.#phone(number)
    const id = `120363${String(randomInt(10 ** 12)).padStart(12, '0')}@g.us`
    const members: GroupMember[] = others.map((number) => ({ number, role: 'member' }))
    const now = Date.now()
    const group: GroupRecord = { id, subject, subjectAt: now, createdAt: now, creator, members }
    group.members.unshift({ number: creator, role: 'superadmin' })
    this.#records.push(group)
    const content = [this.describe(group)]
    this.#announce(group, creator, { tag: 'create', attrs: {}, content }, `Grupo “${subject}” criado`)
    return group
  }

  change(id: string, actor: string, kind: MemberChange, numbers: string[]) {
    const group = this.#at(id)
    const changed = numbers.map((number) => this.#phone(peerOf(number)))
    const concerned = new Set(group.members.map(({ number }) => number))
    for (const { number } of changed) {
      concerned.add(number)
      applyTo(group, kind, number)
    }
    if (kind === 'remove') for (const number of concerned) this.#phone(number).forgetSenderKey(id)
    const content = changed.map(({ record }) => ({ tag: 'participant', attrs: addressOf(record) }))
    const names = changed.map(({ name }) => name).join(', ')
    this.#announce(group, actor, { tag: kind, attrs: {}, content }, `${names} ${SAID[kind]}`, concerned)
  }

  rename(id: string, actor: string, subject: string) {
    const group = this.#at(id)
    group.subject = subject
    group.subjectAt = Date.now()
    const attrs = { subject, s_t: nowInSeconds(), s_o: lidJid(this.#phone(actor).record) }
    this.#announce(group, actor, { tag: 'subject', attrs }, `O grupo agora se chama “${subject}”`)
  }

  /** As clients get it. */
  describe(group: GroupRecord): BinaryNode {
    const creator = this.#phone(group.creator).record
    const attrs = {
      id: group.id.split('@')[0] ?? '',
      subject: group.subject,
      s_t: seconds(group.subjectAt),
      s_o: lidJid(creator),
      creation: seconds(group.createdAt),
      creator: lidJid(creator),
      creator_pn: pnJid(creator),
      addressing_mode: 'lid',
      size: String(group.members.length),
    }
    const content = group.members.map(({ number, role }) => {
      const type: Record<string, string> = role === 'member' ? {} : { type: role }
      return { tag: 'participant', attrs: { ...addressOf(this.#phone(number).record), ...type } }
    })
    return { tag: 'group', attrs, content }
  }

  #announce(
    group: GroupRecord,
    actor: string,
    change: BinaryNode,
    words: string,
    concerned = new Set(group.members.map(({ number }) => number)),
  ) {
    const { record } = this.#phone(actor)
    for (const number of concerned) {
      const phone = this.#phone(number)
      const id = randomBytes(8).toString('hex').toUpperCase()
      phone.showNotice(group.id, id, words)
      const author = { participant: lidJid(record), participant_pn: pnJid(record), addressing_mode: 'lid' }
      const attrs = { id, from: group.id, type: 'w:gp2', t: nowInSeconds(), notify: record.name, ...author }
      for (const companion of phone.record.companions) {
        this.#server.queue(companion, { tag: 'notification', attrs, content: [change] })
      }
    }
    this.#server.changed()
  }

  #at(id: string) {
    const group = this.find(id)
    if (!group) throw new Error('there is no such group')
    return group
  }

  #phone(number: string) {
    const phone = this.#server.phoneOf(number)
    if (!phone) throw new Error(`no simulated phone has the number ${number}`)
    return phone
  }
}

function applyTo(group: GroupRecord, kind: MemberChange, number: string) {
  const member = group.members.find((candidate) => candidate.number === number)
  if (kind === 'add' && !member) group.members.push({ number, role: 'member' })
  if (kind === 'remove') group.members = group.members.filter((candidate) => candidate !== member)
  if (kind === 'promote' && member) member.role = 'admin'
  if (kind === 'demote' && member) member.role = 'member'
}

function addressOf(account: { number: string; lid: string }) {
  return { jid: lidJid(account), phone_number: pnJid(account) }
}

const seconds = (at: number) => String(Math.floor(at / 1000))
