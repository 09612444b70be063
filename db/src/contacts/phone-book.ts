// The address book of a connection's phone: kept as WhatsApp tells it, and taken into the contacts when somebody asks for that. Server only.
// Invariants: a name that somebody gave is never overwritten; an import counts once, however often its job runs.
import { and, eq, sql } from 'drizzle-orm'
import { connections } from '../connections/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { learnPerson, type ToldPerson } from './learn-person.ts'
import { isGivenName } from './names.ts'
import { sameNumberVariants } from './number-variants.ts'
import { contactImports, contacts, phoneContacts, type Contact } from './table.ts'
import { noEffects } from '../kit/effects.ts'
import { systemContext } from '../kit/system-context.ts'

type Entry = typeof phoneContacts.$inferSelect

/** Statements with thousands of rows have too many parameters. */
const chunk = 500

/** Whom the owner saved or writes with is in the book; of the others only those that are there are told what is new. */
export async function rememberPhoneContact(tx: Tx, connectionId: string, told: ToldPerson, ctx: MutationContext) {
  const { lid, number, pushName, bookName: name, isNew } = told
  const account = lid ?? number
  if (account === null) return
  const { companyId } = ctx.actor
  const entry = { connectionId, account, companyId, lid, number, name, pushName, updatedAt: ctx.now }
  const news = {
    ...(number !== null && { number }),
    ...(name !== '' && { name }),
    ...(pushName !== '' && { pushName }),
    updatedAt: ctx.now,
  }
  const key = [phoneContacts.connectionId, phoneContacts.account]
  if (name !== '' || isNew) {
    await tx.insert(phoneContacts).values(entry).onConflictDoUpdate({ target: key, set: news })
  } else {
    const own = and(eq(phoneContacts.connectionId, connectionId), eq(phoneContacts.account, account))
    await tx.update(phoneContacts).set(news).where(own)
  }
}

/** Resolves without an effect when it was done before. */
export async function importPhoneBook(tx: Tx, importId: string, now: Date) {
  const [wish] = await tx.select().from(contactImports).where(eq(contactImports.id, importId)).for('update')
  if (wish?.status !== 'waiting') return
  const ctx = systemContext(wish.companyId, noEffects, { now })
  const plan = planOf(await entriesOf(tx, wish.connectionId), await peopleOf(tx, ctx))
  for (const told of plan.known) await learnPerson(tx, told, ctx)
  const created = await createAll(tx, plan.unknown, ctx)
  const updated = plan.known.length
  const skipped = plan.skipped + plan.unknown.length - created
  await tx
    .update(contactImports)
    .set({ status: 'done', created, updated, skipped, updatedAt: now })
    .where(eq(contactImports.id, importId))
}

/** It will not be done. */
export async function failImport(tx: Tx, importId: string, now: Date) {
  await tx
    .update(contactImports)
    .set({ status: 'failed', updatedAt: now })
    .where(and(eq(contactImports.id, importId), eq(contactImports.status, 'waiting')))
}

/** Without the phone itself. */
async function entriesOf(tx: Tx, connectionId: string) {
  const isOther = sql`(${phoneContacts.number} = ${connections.number}) is not true`
  const rows = await tx
    .select({ entry: phoneContacts })
    .from(phoneContacts)
    .innerJoin(connections, eq(connections.id, phoneContacts.connectionId))
    .where(and(eq(phoneContacts.connectionId, connectionId), isOther))
    .orderBy(phoneContacts.account)
  return rows.map(({ entry }) => entry)
}

const peopleOf = (tx: Tx, { actor }: MutationContext) =>
  tx
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, actor.companyId), eq(contacts.isGroup, false)))

interface Plan {
  /** What is new of people who are contacts. */
  known: ToldPerson[]
  unknown: Entry[]
  skipped: number
}

function planOf(entries: readonly Entry[], people: readonly Contact[]): Plan {
  const byLid = new Map(people.map((contact) => [contact.lid, contact]))
  const byNumber = new Map(people.map((contact) => [contact.number, contact]))
  const plan: Plan = { known: [], unknown: [], skipped: 0 }
  for (const entry of distinct(entries)) {
    const numbers = entry.number === null ? [] : sameNumberVariants(entry.number)
    const found = [entry.lid === null ? undefined : byLid.get(entry.lid), ...numbers.map((each) => byNumber.get(each))]
    const [contact] = found.filter((each) => each !== undefined)
    if (contact && isNews(entry, contact)) plan.known.push({ ...entry, bookName: entry.name, isNew: false })
    else if (contact || isNobody(entry)) plan.skipped++
    else plan.unknown.push(entry)
  }
  return plan
}

/** The entries without those by number alone whose number another entry has together with its LID. */
function distinct(entries: readonly Entry[]) {
  const complete = new Set(entries.flatMap(({ lid, number }) => (lid !== null && number !== null ? [number] : [])))
  return entries.filter(({ lid, number }) => lid !== null || number === null || !complete.has(number))
}

const isNobody = ({ number, name, pushName }: Entry) => number === null && name === '' && pushName === ''

const isNews = ({ lid, number, name }: Entry, contact: Contact) =>
  (name !== '' && name !== contact.name && !isGivenName(contact)) ||
  (lid !== null && contact.lid === null) ||
  (number !== null && contact.number === null)

/** How many are new: somebody may have written in the meantime. */
async function createAll(tx: Tx, entries: readonly Entry[], ctx: MutationContext) {
  let created = 0
  for (let from = 0; from < entries.length; from += chunk) {
    const rows = entries.slice(from, from + chunk).map((entry) => contactOf(entry, ctx))
    const made = await tx.insert(contacts).values(rows).onConflictDoNothing().returning({ id: contacts.id })
    created += made.length
  }
  return created
}

function contactOf({ lid, number, name, pushName }: Entry, { actor, now }: MutationContext) {
  return {
    id: newId(),
    companyId: actor.companyId,
    name: name || pushName || number || lid || '',
    pushName: pushName || null,
    number,
    lid,
    email: '',
    isGroup: false,
    createdAt: now,
    updatedAt: now,
  }
}
