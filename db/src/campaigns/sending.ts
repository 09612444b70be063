// The next message of a connection's campaigns, written into its person's history: one transaction takes the pace, the campaign whose turn it
// is, and the next of its people. Server only.
// Invariants: a person gets a campaign once (their row is changed in the transaction that writes the message, whose WhatsApp id is fixed);
// nothing goes out before the pace allows it and the last message is answered for, whoever died in between; nobody who said stop is written to.
// Time is Postgres': a worker's clock may be wrong.
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { fillVariables } from '../bot/variables.ts'
import { localTime } from '../bot/opening-hours.ts'
import { inGoodStanding } from '../companies/standing.ts'
import { companies } from '../companies/table.ts'
import { findContacts, findOrCreateContact } from '../contacts/find-contact.ts'
import { isGivenName } from '../contacts/names.ts'
import { contacts, type Contact } from '../contacts/table.ts'
import { fileListOptions, fileLists } from '../file-lists/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { noEffects } from '../kit/effects.ts'
import { newId } from '../kit/new-id.ts'
import { systemContext } from '../kit/system-context.ts'
import { storedFileColumns } from '../media/media-args.ts'
import { captioned } from '../media/captioned.ts'
import { newMessage, ownMessage, type Content } from '../messages/new-message.ts'
import { findLatestTicket, insertTicket } from '../messages/receive-ticket.ts'
import { messages } from '../messages/table.ts'
import { settings } from '../settings/table.ts'
import type { Ticket } from '../tickets/table.ts'
import { databaseNow } from '../kit/database-now.ts'
import { hasOptedOut } from './opt-outs.ts'
import { capOn, isWithinHours, nextPause, type PaceSettings } from './pace.ts'
import { countCampaign } from './progress.ts'
import { fillPerson, variantsOf } from './rules.ts'
import { finishDone, mayCampaign, stop } from './running.ts'
import { campaignSettingsOf } from './settings.ts'
import { lookedAt, stopReasonOf, type Outcome } from './stop-rules.ts'
import {
  campaigns,
  campaignShippings,
  connectionPaces,
  type Campaign,
  type ConnectionPace,
  type Shipping,
  type WaitReason,
} from './table.ts'

interface Of {
  companyId: string
  connectionId: string
  graceDays: number
}

/**
 * unchecked: WhatsApp is to be asked for the next one's number first (recordNumber) · sent: a message waits to be sent · waiting: the pace allows none for so many ms · held: hours, cap, bill or plan · busy: the last one is
 * still on its way · idle: there is nobody to write to.
 */
export type Turn =
  | { kind: 'waiting'; ms: number }
  | { kind: 'unchecked'; shippingId: string; number: string }
  | { kind: 'sent' | 'held' | 'busy' | 'idle' }

/** Who can't be written to costs no pause, but a transaction has an end. */
const maxSkipped = 50
/** The campaign's own row, which devices follow, is written so often at most. */
const progressMs = 2_000

export async function sendNext(tx: Tx, of: Of, random: () => number): Promise<Turn> {
  if (!(await isRunning(tx, of))) return { kind: 'idle' }
  const { pace, now } = await lockPace(tx, of)
  if (await isOnItsWay(tx, of)) return { kind: 'busy' }
  if (pace.nextAt > now) return { kind: 'waiting', ms: pace.nextAt.getTime() - now.getTime() }
  const { timeZone, works, may } = await readCompany(tx, of, now)
  const chosen = await campaignSettingsOf(tx, of.companyId)
  const today = localTime(now, timeZone).date
  const sentToday = pace.day === today ? pace.dayCount : 0
  const cap = capOn(chosen, pace.since, now)
  const reason = ((): WaitReason | null => {
    if (!works) return 'overdue'
    if (!may) return 'plan'
    if (!isWithinHours(chosen, now, timeZone)) return 'hours'
    return cap !== null && sentToday >= cap ? 'daily_cap' : null
  })()
  await sayWaiting(tx, of, reason)
  if (reason !== null) return { kind: 'held' }
  const ctx = systemContext(of.companyId, noEffects, { now, graceDays: of.graceDays })
  const next = await findNext(tx, of, ctx)
  if (next === 'skipped') return { kind: 'waiting', ms: 0 }
  if (next && 'unchecked' in next)
    return { kind: 'unchecked', shippingId: next.unchecked.id, number: next.unchecked.number }
  if (!next) {
    await finishDone(tx, now, of.connectionId)
    return { kind: 'idle' }
  }
  const count = await write(tx, next, { settings: chosen, timeZone }, ctx)
  const pause = nextPause(chosen, pace, count, random)
  const nextAt = new Date(now.getTime() + pause.gapMs)
  await tx
    .update(connectionPaces)
    .set({ ...pause, nextAt, day: today, dayCount: sentToday + count })
    .where(eq(connectionPaces.connectionId, of.connectionId))
  await tx.update(campaigns).set({ lastSentAt: now }).where(eq(campaigns.id, next.campaign.id))
  if (now.getTime() - next.campaign.updatedAt.getTime() > progressMs) await countCampaign(tx, next.campaign.id, now)
  return { kind: 'sent' }
}

const runningOn = (connectionId: string) =>
  and(eq(campaigns.connectionId, connectionId), eq(campaigns.status, 'EM_ANDAMENTO'))

async function isRunning(tx: Tx, { connectionId }: Of) {
  const [one] = await tx.select({ id: campaigns.id }).from(campaigns).where(runningOn(connectionId)).limit(1)
  return one !== undefined
}

/** Of a number that was not here before it begins anew: its history is somebody else's. */
async function lockPace(tx: Tx, { connectionId }: Of): Promise<{ pace: ConnectionPace; now: Date }> {
  await tx.execute(sql`
    insert into connection_paces (connection_id, company_id, number, since, next_at)
    select id, company_id, coalesce(number, ''), clock_timestamp(), '-infinity' from connections where id = ${connectionId}
    on conflict (connection_id) do update set number = excluded.number, since = excluded.since, day = '', day_count = 0
    where connection_paces.number <> excluded.number`)
  // A clock that was put back makes nobody wait longer than a pause.
  await tx.execute(sql`
    update connection_paces set next_at = clock_timestamp() + gap_ms * interval '1 millisecond'
    where connection_id = ${connectionId} and next_at > clock_timestamp() + gap_ms * interval '1 millisecond'`)
  const ofPace = {
    connectionId: connectionPaces.connectionId,
    companyId: connectionPaces.companyId,
    number: connectionPaces.number,
    since: connectionPaces.since,
    gapMs: connectionPaces.gapMs,
    jitterMs: connectionPaces.jitterMs,
    inARow: connectionPaces.inARow,
    day: connectionPaces.day,
    dayCount: connectionPaces.dayCount,
    // No Date is infinite.
    nextAt: sql<Date>`greatest(${connectionPaces.nextAt}, '1970-01-01')`.mapWith(connectionPaces.nextAt),
  }
  const [pace] = await tx
    .select(ofPace)
    .from(connectionPaces)
    .where(eq(connectionPaces.connectionId, connectionId))
    .for('update')
  if (!pace) throw new Error('a session has its connection')
  return { pace, now: await databaseNow(tx) }
}

async function isOnItsWay(tx: Tx, { connectionId }: Of) {
  const [pending] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.connectionId, connectionId),
        eq(messages.fromMe, true),
        eq(messages.ack, 0),
        isNotNull(messages.campaignId),
      ),
    )
    .limit(1)
  return pending !== undefined
}

async function readCompany(tx: Tx, { companyId, graceDays }: Of, now: Date) {
  const [company] = await tx
    .select({ timeZone: companies.timeZone, works: inGoodStanding({ now, graceDays }), may: mayCampaign })
    .from(companies)
    .leftJoin(settings, eq(settings.id, companies.id))
    .where(eq(companies.id, companyId))
  if (!company) throw new Error('a connection has its company')
  return company
}

async function sayWaiting(tx: Tx, { connectionId }: Of, reason: WaitReason | null) {
  await tx
    .update(campaigns)
    .set({ waitsFor: reason })
    .where(and(runningOn(connectionId), sql`${campaigns.waitsFor} is distinct from ${reason}`))
}

interface Next {
  campaign: Campaign
  shipping: Shipping
  contact: Contact
}

type Found = Next | { unchecked: Shipping } | 'skipped' | null

/** Of the campaign that sent longest ago. Null: nobody; skipped: look again at once. */
async function findNext(tx: Tx, { connectionId }: Of, ctx: MutationContext): Promise<Found> {
  const running = await tx
    .select()
    .from(campaigns)
    .where(runningOn(connectionId))
    .orderBy(sql`${campaigns.lastSentAt} nulls first`, asc(campaigns.id))
    .for('update')
  let skipped = 0
  for (const campaign of running) {
    const reason = stopReasonOf(await latestOutcomes(tx, campaign))
    if (reason !== null) {
      await stop(tx, campaign.id, reason, ctx.now)
      continue
    }
    for (;;) {
      const shipping = await firstWaiting(tx, campaign)
      if (!shipping) break
      if (skipped++ >= maxSkipped) return 'skipped'
      const [known = null] = await findContacts(tx, { lid: null, number: shipping.number }, ctx)
      const state = await endOf(tx, shipping, known, ctx)
      if (state === null)
        return isChecked(shipping, known) ? reached(tx, { campaign, shipping }, ctx) : { unchecked: shipping }
      await tx
        .update(campaignShippings)
        .set({ state, endedAt: ctx.now, ...(known && { contactId: known.id }) })
        .where(eq(campaignShippings.id, shipping.id))
    }
  }
  return null
}

async function firstWaiting(tx: Tx, { id }: Campaign) {
  const [first] = await tx
    .select()
    .from(campaignShippings)
    .where(and(eq(campaignShippings.campaignId, id), sql`${campaignShippings.state} in ('waiting', 'confirmed')`))
    .orderBy(sql`(${campaignShippings.state} = 'waiting')`, campaignShippings.position)
    .limit(1)
    .for('update', { skipLocked: true })
  return first
}

/** Why this person is not written to; null: they are. */
async function endOf(tx: Tx, { numberKey }: Shipping, known: Contact | null, { actor }: MutationContext) {
  if (await hasOptedOut(tx, { companyId: actor.companyId, numberKey, contactId: known?.id ?? null })) return 'opted_out'
  return known?.onWhatsapp === false ? 'invalid' : null
}

/** Whose LID is known is there. */
const isChecked = ({ isValid }: Shipping, known: Contact | null) =>
  isValid === true || known?.onWhatsapp === true || (known?.lid ?? null) !== null

/** Named as the audience has them, where nobody gave them a name. */
async function reached(tx: Tx, { campaign, shipping }: Omit<Next, 'contact'>, ctx: MutationContext): Promise<Next> {
  const contact = await findOrCreateContact(tx, { lid: null, number: shipping.number, pushName: '' }, ctx)
  const isNameless = shipping.name !== '' && !isGivenName(contact)
  const change = {
    ...(isNameless && { name: shipping.name }),
    ...(contact.onWhatsapp === null && { onWhatsapp: true, checkedAt: ctx.now }),
  }
  if (Object.keys(change).length > 0) {
    await tx
      .update(contacts)
      .set({ ...change, updatedAt: ctx.now })
      .where(eq(contacts.id, contact.id))
  }
  return { campaign, shipping, contact: { ...contact, ...change } }
}

/** What WhatsApp said of a number that was asked for: its own spelling, or null. */
export async function recordNumber(tx: Tx, shippingId: string, found: string | null) {
  await tx.execute(sql`
    update campaign_shippings set is_valid = ${found !== null},
      number = case when one_number(${found}::text) = number_key then ${found}::text else number end,
      state = case when ${found === null} then 'invalid' else state end,
      ended_at = case when ${found === null} then clock_timestamp() end
    where id = ${shippingId} and state in ('waiting', 'confirmed')`)
}

async function latestOutcomes(tx: Tx, { id, resumedAt }: Campaign): Promise<Outcome[]> {
  const rows = await tx.execute(sql`
    select case when state = 'failed' and error not in ('unanswered', 'declined') then error end as error, opted_out_at is not null as "optedOut"
    from campaign_shippings
    where campaign_id = ${id} and ended_at > ${(resumedAt ?? new Date(0)).toISOString()}::timestamptz and state <> 'invalid'
    order by ended_at desc limit ${lookedAt}`)
  return rows as Outcome[]
}

interface Frame {
  settings: PaceSettings
  timeZone: string
}

/** Resolves with how many messages it took. */
async function write(
  tx: Tx,
  { campaign, shipping, contact }: Next,
  frame: Frame,
  ctx: MutationContext,
): Promise<number> {
  const ticket = await placeOf(tx, campaign.connectionId ?? '', contact, ctx)
  const asks = campaign.confirmation && shipping.state === 'waiting'
  const texts = variantsOf(campaign, asks ? 'question' : 'message')
  const variant = (shipping.position - 1) % texts.length
  const filled = (text: string) => fillText(text, { shipping, contact, ticket }, frame, ctx)
  const body = filled(texts[variant] ?? '')
  const contents: Content[] = asks ? [{ body }] : await contentsOf(tx, campaign, { body, filled }, ctx)
  const rows = contents.map((content) => {
    const own = ownMessage({ id: newId(), userId: null, now: ctx.now }, content)
    return newMessage(ticket, { ...own, campaignId: campaign.id })
  })
  await tx.insert(messages).values(rows)
  const id = rows.at(-1)?.id ?? null
  const change = asks
    ? ({ state: 'asked', questionId: id, confirmationRequestedAt: ctx.now } as const)
    : ({ state: 'sending', messageId: id, sentAt: ctx.now, variant } as const)
  await tx
    .update(campaignShippings)
    .set({ ...change, contactId: contact.id })
    .where(eq(campaignShippings.id, shipping.id))
  return rows.length
}

/** The conversation's variables work too. */
function fillText(
  text: string,
  { shipping, contact, ticket }: Pick<Next, 'shipping' | 'contact'> & { ticket: Ticket },
  { settings: { variables }, timeZone }: Frame,
  { now }: MutationContext,
) {
  const own = fillPerson(text, { ...shipping, name: shipping.name || contact.name }, variables)
  const values = { contactName: shipping.name || contact.name, ticketNumber: ticket.number, now, timeZone }
  return fillVariables(own, { ...values, language: 'pt' })
}

/** Its file list first, with the list's message; the campaign's own text last, which is the caption of its own file. */
async function contentsOf(
  tx: Tx,
  campaign: Campaign,
  { body, filled }: { body: string; filled(text: string): string },
  ctx: MutationContext,
): Promise<Content[]> {
  const { fileListId } = campaign
  const listed = fileListId
    ? await tx
        .select({ message: fileLists.message, option: fileListOptions })
        .from(fileListOptions)
        .innerJoin(fileLists, eq(fileLists.id, fileListOptions.fileListId))
        .where(and(eq(fileListOptions.fileListId, fileListId), isNotNull(fileListOptions.mediaHash)))
        .orderBy(asc(fileListOptions.position))
    : []
  const options = listed.map(({ option }) => option)
  const message = filled(listed[0]?.message ?? '')
  const parts = [
    ...(options.length > 0 ? captioned(message, options.map(withMime)) : []),
    ...captioned(body, campaign.mediaHash === null ? [] : [withMime(campaign)]),
  ]
  const contents: Content[] = []
  for (const part of parts)
    contents.push({ body: part.body, ...(part.file && (await storedFileColumns(tx, part.file, ctx))) })
  return contents
}

const withMime = <File extends { mediaMime: string | null }>(file: File) => ({
  ...file,
  mediaMime: file.mediaMime ?? '',
})

/** The chat's last ticket, which stays as it is and where it is; who has none gets one that nobody sees before they answer. */
async function placeOf(tx: Tx, connectionId: string, contact: Contact, ctx: MutationContext): Promise<Ticket> {
  const life = { status: 'closed', createdAt: ctx.now, closedAt: ctx.now, archived: true, ofCampaign: true } as const
  const known = await findLatestTicket(tx, connectionId, contact)
  return known ?? (await insertTicket(tx, connectionId, contact, life, ctx))
}
