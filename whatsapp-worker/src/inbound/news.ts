// What WhatsApp tells apart from messages: people's names and numbers, groups and who is in them. It goes into the contacts,
// in turn with the messages. Groups are asked for when they first write.
// Invariant: news that are lost cost a name, never a message: they are not kept over a restart, WhatsApp tells them again.
import type {
  BaileysEventMap,
  Contact,
  GroupMetadata,
  GroupParticipant,
  WAMessage,
  WASocket,
} from '@whiskeysockets/baileys'
import { isJidGroup, jidDecode } from '@whiskeysockets/baileys'
import { recordGroupFacts } from 'db/contacts/group-facts.ts'
import { addMembers, findGroup, nameGroup, removeMembers, setMembers, type GroupMember } from 'db/contacts/groups.ts'
import { learnPerson, type ToldPerson } from 'db/contacts/learn-person.ts'
import { rememberPhoneContact } from 'db/contacts/phone-book.ts'
import { pictureChanged } from 'db/contacts/pictures.ts'
import type { MutationContext } from 'db/kit/define-mutation.ts'
import { raiseGroupAcks } from 'db/messages/receipts/group-receipts.ts'
import type { ServerTx } from 'db/node/connect.ts'
import type { Log } from '../logger.ts'
import { cleanLine } from './clean.ts'
import { accountOf, anyAccountOf, groupIdOf, isPersonServer, nobody } from './jids.ts'
import type { Receiver } from './receive.ts'

export type News =
  | { kind: 'people'; people: readonly Partial<Contact>[] }
  | { kind: 'groups'; groups: readonly Partial<GroupMetadata>[] }
  | { kind: 'members'; update: BaileysEventMap['group-participants.update'] }

/** Every message brings its sender's name again. */
const maxRemembered = 5_000
/** A group is asked for again after so long, and sooner when it could not be told. */
const groupMs = 24 * 3_600_000
const groupRetryMs = 10 * 60_000

export class NewsDesk {
  readonly #receiver: Receiver
  readonly #connectionId: string
  readonly #log: Log
  /** What was told last, by address. */
  readonly #told = new Map<string, string>()
  /** By jid, when it may be asked for again. */
  readonly #groups = new Map<string, number>()

  constructor(receiver: Receiver, connectionId: string, log: Log) {
    this.#receiver = receiver
    this.#connectionId = connectionId
    this.#log = log
  }

  take(news: News) {
    if (news.kind === 'people') {
      this.#people(news.people.flatMap((one) => this.#unlessTold(personOf(one))))
      for (const one of news.people) this.#picture(one)
    } else if (news.kind === 'groups') for (const group of news.groups) this.#group(group)
    else this.#members(news.update)
  }

  /** Asks for the groups that these were written in, those that are not known yet. */
  askForGroups(messages: readonly WAMessage[], socket: Pick<WASocket, 'groupMetadata'>) {
    for (const { key } of messages) {
      const jid = key.remoteJid ?? ''
      if (!isJidGroup(jid) || (this.#groups.get(jid) ?? 0) > Date.now()) continue
      this.#groups.set(jid, Date.now() + groupMs)
      void this.#ask(jid, socket)
    }
  }

  /** Asks for a group that is to be written to. @throws when WhatsApp doesn't answer */
  async askForGroup(jid: string, socket: Pick<WASocket, 'groupMetadata'>) {
    const group = await socket.groupMetadata(jid)
    this.#group(group)
    return group
  }

  async #ask(jid: string, socket: Pick<WASocket, 'groupMetadata'>) {
    try {
      await this.askForGroup(jid, socket)
    } catch (err) {
      this.#groups.set(jid, Date.now() + groupRetryMs)
      this.#log.warn({ err }, 'a group could not be asked for')
    }
  }

  #unlessTold(person: ToldPerson | null) {
    if (!person) return []
    const [key, text] = [person.lid ?? person.number ?? '', JSON.stringify(person)]
    if (this.#told.get(key) === text) return []
    this.#told.delete(key)
    this.#told.set(key, text)
    const [oldest] = this.#told.keys()
    if (this.#told.size > maxRemembered && oldest !== undefined) this.#told.delete(oldest)
    return [person]
  }

  #people(people: readonly ToldPerson[]) {
    for (const person of people) {
      this.#receiver.inTurn('person', async (tx, ctx) => {
        await rememberPhoneContact(tx, this.#connectionId, person, ctx)
        await learnPerson(tx, person, ctx)
      })
    }
  }

  #picture({ id, imgUrl }: Partial<Contact>) {
    if (imgUrl !== 'changed' && imgUrl !== 'removed') return
    const groupId = groupIdOf(id)
    const account = groupId === null ? accountOf([id], nobody) : { lid: groupId, number: null }
    if (!account) return
    const of = { ...account, isGroup: groupId !== null }
    this.#receiver.inTurn('picture', (tx, ctx) => pictureChanged(tx, of, ctx))
  }

  #group({ id, subject, participants, addressingMode, ephemeralDuration }: Partial<GroupMetadata>) {
    const groupId = groupIdOf(id)
    if (groupId === null) return
    this.#receiver.inTurn('group', async (tx, ctx) => {
      // Nobody has written in it yet, so that it is no contact: whoever does has it asked for again.
      if (!(await findGroup(tx, groupId, ctx))) return void this.#groups.delete(`${groupId}@g.us`)
      if (subject !== undefined) await nameGroup(tx, groupId, cleanLine(subject), ctx)
      if (participants) await this.#setMembers(tx, groupId, participants.flatMap(memberOf), ctx)
      if (!participants || !addressingMode) return
      await recordGroupFacts(tx, groupId, { addressingMode, ephemeral: ephemeralDuration ?? null }, ctx)
    })
  }

  #members({ id, participants, action }: BaileysEventMap['group-participants.update']) {
    const groupId = groupIdOf(id)
    const admin = action === 'promote' ? true : action === 'demote' ? false : null
    const members = participants.flatMap(memberOf).map((member) => ({ ...member, isAdmin: admin ?? member.isAdmin }))
    if (groupId === null || members.length === 0) return
    this.#receiver.inTurn('members', async (tx, ctx) => {
      if (action !== 'remove') return addMembers(tx, groupId, members, ctx)
      await removeMembers(tx, groupId, members, ctx)
      await raiseGroupAcks(tx, this.#connectionId, groupId, ctx.now)
    })
  }

  /** Some may have left: nobody waits for their receipts any more. */
  async #setMembers(tx: ServerTx, groupId: string, members: readonly GroupMember[], ctx: MutationContext) {
    await setMembers(tx, groupId, members, ctx)
    await raiseGroupAcks(tx, this.#connectionId, groupId, ctx.now)
  }
}

/** Null when it tells nothing that a contact could learn. */
export function personOf(contact: Partial<Contact>, isNew = false): ToldPerson | null {
  const { id, lid, phoneNumber, name, notify, verifiedName } = contact
  if (!isPersonServer(jidDecode(id ?? '')?.server ?? '')) return null
  const account = accountOf([id, lid, phoneNumber], nobody)
  const pushName = cleanLine(notify ?? verifiedName ?? '')
  const bookName = cleanLine(name ?? '')
  const isNothing = pushName === '' && bookName === '' && !isNew && (!account?.lid || !account.number)
  return account && !isNothing ? { ...account, pushName, bookName, isNew } : null
}

function memberOf({ id, lid, phoneNumber, admin }: GroupParticipant): GroupMember[] {
  const account = accountOf([id, lid, phoneNumber], nobody) ?? anyAccountOf(id)
  return account ? [{ ...account, isAdmin: Boolean(admin) }] : []
}
