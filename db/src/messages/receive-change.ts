// Reactions, edits and deletions that WhatsApp delivered: they change the row of their message, never a ticket's state or unread count.
// Server only. Invariants: only the author edits, only the author or a group's admin deletes, nobody reaches a message of another chat;
// a change that came before its message is applied together with it.
import { and, desc, eq, lt } from 'drizzle-orm'
import { findContacts, findOrCreateContact } from '../contacts/find-contact.ts'
import { findGroup, isGroupAdmin } from '../contacts/groups.ts'
import { contacts, type Contact } from '../contacts/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import type { InboundChange, InboundMessage } from './inbound.ts'
import { showInList } from './show-in-list.ts'
import { nameMentions } from './references.ts'
import { earlyChanges, messages, type Message } from './table.ts'

/** Days that a change waits for its message; most changes that wait are of messages older than the connection, which never come. */
const waitingDays = 7

export type Changed =
  | { kind: 'changed' }
  /** Its message is not there; it is kept for some days, in case it comes. */
  | { kind: 'waiting' }
  | { kind: 'refused'; reason: 'otherChat' | 'notTheirs' | 'outdated' }

export async function receiveChange(tx: Tx, inbound: InboundChange, ctx: MutationContext): Promise<Changed> {
  const [target] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.connectionId, inbound.connectionId), eq(messages.whatsappId, inbound.targetId)))
    .for('update')
  return target ? change(tx, inbound, target, ctx) : keep(tx, inbound, ctx)
}

async function keep(tx: Tx, inbound: InboundChange, ctx: MutationContext): Promise<Changed> {
  const { connectionId, targetId, whatsappId } = inbound
  const old = new Date(ctx.now.getTime() - waitingDays * 86_400_000)
  await tx.delete(earlyChanges).where(and(eq(earlyChanges.connectionId, connectionId), lt(earlyChanges.createdAt, old)))
  await tx
    .insert(earlyChanges)
    .values({ connectionId, targetId, changeId: whatsappId, change: inbound, createdAt: ctx.now })
    .onConflictDoNothing()
  return { kind: 'waiting' }
}

/** How many waiting changes of one message are applied, the latest: each person's last word counts, and anybody may send thousands. */
const maxEarly = 200

/** Those that overtook `message`, which was just stored. */
export async function applyEarlyChanges(
  tx: Tx,
  { connectionId, whatsappId }: Pick<InboundMessage, 'connectionId' | 'whatsappId'>,
  ctx: MutationContext,
) {
  const ofMessage = and(eq(earlyChanges.connectionId, connectionId), eq(earlyChanges.targetId, whatsappId))
  const latest = await tx
    .select()
    .from(earlyChanges)
    .where(ofMessage)
    .orderBy(desc(earlyChanges.createdAt))
    .limit(maxEarly)
  if (latest.length === 0) return
  for (const row of latest.toReversed()) await receiveChange(tx, row.change, ctx)
  await tx.delete(earlyChanges).where(ofMessage)
}

async function change(tx: Tx, inbound: InboundChange, target: Message, ctx: MutationContext): Promise<Changed> {
  if (!(await isOfChat(tx, inbound, target, ctx))) return { kind: 'refused', reason: 'otherChat' }
  const { kind } = inbound.change
  if (kind !== 'reaction' && !(await isTheirs(tx, inbound, target))) return { kind: 'refused', reason: 'notTheirs' }
  const columns = await columnsOf(tx, inbound, target, ctx)
  if (!columns) return { kind: 'refused', reason: 'outdated' }
  await tx
    .update(messages)
    .set({ ...columns, updatedAt: ctx.now })
    .where(eq(messages.id, target.id))
  if (kind !== 'reaction') await showInList(tx, ctx.now, target)
  return { kind: 'changed' }
}

async function columnsOf(
  tx: Tx,
  inbound: InboundChange,
  target: Message,
  ctx: MutationContext,
): Promise<Partial<Message> | null> {
  const { change: what } = inbound
  if (what.kind === 'delete') return { isDeleted: true }
  if (what.kind === 'reaction') return { reactions: await reactionsWith(tx, inbound, what.emoji, target, ctx) }
  const editedAt = new Date(inbound.at)
  if (target.isDeleted || (target.editedAt !== null && target.editedAt > editedAt)) return null
  const { mentions: _mentions, link: _link, isCut: _isCut, ...rest } = target.details ?? {}
  const { link, isCut } = what
  const mentions = await nameMentions(tx, what.mentions, ctx)
  const details = { ...rest, ...(link && { link }), ...(isCut && { isCut }), ...mentions }
  return { body: what.body, editedAt, details: Object.keys(details).length > 0 ? details : null }
}

/** One a person; an empty one takes it back. */
async function reactionsWith(tx: Tx, inbound: InboundChange, emoji: string, target: Message, ctx: MutationContext) {
  const person = inbound.participant ?? inbound.contact
  const by = inbound.fromMe ? 'me' : (await findOrCreateContact(tx, person, ctx)).id
  const { [by]: _old, ...others } = target.reactions
  return emoji === '' ? others : { ...others, [by]: emoji }
}

async function isOfChat(tx: Tx, { contact }: InboundChange, target: Message, ctx: MutationContext) {
  const chats = contact.isGroup ? [await findGroup(tx, contact.lid ?? '', ctx)] : await findContacts(tx, contact, ctx)
  return chats.some((chat) => chat?.id === target.contactId)
}

/** Whether who asks for it wrote the message, or may delete what others wrote in their group. */
async function isTheirs(tx: Tx, inbound: InboundChange, target: Message) {
  const { participant, fromMe } = inbound
  if (!inbound.contact.isGroup) return fromMe === target.fromMe
  const isAuthor = fromMe ? target.fromMe : await isPerson(tx, target.participantId, participant)
  if (isAuthor || inbound.change.kind !== 'delete') return isAuthor
  // WhatsApp lets our own account delete only where it is admin.
  return fromMe || (participant !== null && isGroupAdmin(tx, target.contactId, participant))
}

async function isPerson(tx: Tx, contactId: string | null, person: InboundChange['participant']) {
  if (contactId === null || person === null) return false
  const [contact] = await tx.select().from(contacts).where(eq(contacts.id, contactId))
  return contact !== undefined && sameAccount(contact, person)
}

const sameAccount = (a: Pick<Contact, 'lid' | 'number'>, b: Pick<Contact, 'lid' | 'number'>) =>
  (a.lid !== null && a.lid === b.lid) || (a.number !== null && a.number === b.number)
