// A month of conversations out of one seed: who wrote when, who answered, how it ended. Pure: the same seed and moment give the same rows.
import { whatsappIdOf } from '../../messages/new-message.ts'
import { ack } from '../../messages/table.ts'
import { randomFrom, type Random } from '../random.ts'
import { idOf, type Place, type Row } from './place.ts'
import { teamTalk } from './team-talk.ts'
import { farewells, firstNames, groupNames, lastNames, notes, topics, type QueueName } from './texts.ts'

export interface Size {
  days: number
  tickets: number
  messages: number
}
export const month: Size = { days: 40, tickets: 3_000, messages: 60_000 }

type OfTickets = 'contacts' | 'tickets' | 'messages' | 'ticket_cycles' | 'ticket_tags' | 'ticket_notes'
export type Table = OfTickets | 'chats' | 'chat_members' | 'chat_messages'
export type Traffic = Record<Table, Row[]>

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** How much is written by weekday (Sunday first), and by hour of the company's clock. */
const weekdays = [1, 9, 8, 8, 9, 10, 6]
const hours = [0, 0, 0, 0, 0, 1, 3, 7, 12, 14, 13, 10, 8, 9, 12, 13, 12, 9, 5, 3, 2, 1, 0, 0]

export function trafficOf(seed: number, place: Place, size: Size, now: Date): Traffic {
  const random = randomFrom(`month/${seed}`)
  const rows: Traffic = {
    contacts: [],
    tickets: [],
    messages: [],
    ticket_cycles: [],
    ticket_tags: [],
    ticket_notes: [],
    ...teamTalk(random.fork('team'), place, size.days, now.getTime()),
  }
  const world = { place, rows, now: now.getTime(), random }
  const contacts = contactsOf(world, size)
  const starts = startsOf(world, size)
  const lengths = lengthsOf(random, size)
  const busy = new Set<string>()
  for (const [at, start] of starts.entries()) {
    // The last ones are those that are open now.
    const left = starts.length - at
    const end = left <= size.tickets / 75 ? (left % 4 === 0 ? 'pending' : 'open') : 'closed'
    const contact = random.pick(
      contacts.filter(({ id, since }) => !busy.has(id) && since <= start).slice(-size.tickets),
    )
    if (end !== 'closed') busy.add(contact.id)
    addConversation(world, { contact, start, end, length: lengths[at] ?? 2 })
  }
  return rows
}

interface World {
  place: Place
  rows: Traffic
  now: number
  random: Random
}

const iso = (at: number) => new Date(at).toISOString()

interface Contact {
  id: string
  isGroup: boolean
  /** First known then: new ones come all month. */
  since: number
}

function contactsOf({ place, rows, now, random }: World, { days, tickets }: Size): Contact[] {
  const names = random.fork('contacts')
  const first = now - days * day
  return Array.from({ length: Math.ceil(tickets / 3) }, (_, at): Contact => {
    const isGroup = at % 100 === 7 && at < 100 * groupNames.length
    const since = at % 5 < 2 ? first - day : first + Math.floor((names.int(0, 999) / 1000) * days * day)
    const id = idOf(names, since)
    rows.contacts.push({
      id,
      company_id: place.companyId,
      name: isGroup ? groupNames[Math.floor(at / 100)] : `${names.pick(firstNames)} ${names.pick(lastNames)}`,
      number: isGroup ? null : `551198${String(1_000_000 + at).slice(-7)}`,
      lid: isGroup ? `12036300000000${String(at).padStart(4, '0')}` : null,
      email: '',
      is_group: isGroup,
      extra_info: [],
      on_whatsapp: true,
      number_given: false,
      created_at: iso(since),
      updated_at: iso(since),
    })
    return { id, isGroup, since: at % 5 < 2 ? 0 : since }
  }).toSorted((a, b) => a.since - b.since)
}

/** When each conversation begins, in order. */
function startsOf({ place, now, random }: World, { days, tickets }: Size): number[] {
  const chance = random.fork('starts')
  const weighted = (weights: readonly number[]) => {
    let left = chance.int(
      1,
      weights.reduce((a, b) => a + b),
    )
    return weights.findIndex((weight) => (left -= weight) <= 0)
  }
  const midnight = Math.floor((now + place.clockAhead * minute) / day) * day - place.clockAhead * minute
  const dates = Array.from({ length: days }, (_, back) => midnight - back * day)
  const weights = dates.map((at) => weekdays[new Date(at + place.clockAhead * minute).getUTCDay()] ?? 1)
  const starts: number[] = []
  while (starts.length < tickets) {
    const at = (dates[weighted(weights)] ?? midnight) + weighted(hours) * hour + chance.int(0, hour - 1)
    if (at < now - 3 * minute) starts.push(at)
  }
  return starts.toSorted((a, b) => a - b)
}

/** How many messages each has: a few long ones, and all of them together as many as are wanted. */
function lengthsOf(random: Random, { tickets, messages }: Size): number[] {
  const chance = random.fork('lengths')
  const mean = messages / tickets
  const lengths = Array.from({ length: tickets }, () =>
    Math.max(2, Math.round(mean * (0.3 + 1.4 * ((chance.int(0, 999) + chance.int(0, 999)) / 1998)))),
  )
  let missing = messages - lengths.reduce((a, b) => a + b, 0)
  for (let at = 0; missing !== 0; at = (at + 1) % tickets) {
    const step = Math.sign(missing)
    if ((lengths[at] ?? 0) + step < 2) continue
    lengths[at] = (lengths[at] ?? 0) + step
    missing -= step
  }
  return lengths
}

interface Conversation {
  contact: Contact
  start: number
  end: 'closed' | 'open' | 'pending'
  length: number
}

/** Minutes, mostly few and sometimes many. */
const minutesOf = (random: Random, usual: number) =>
  Math.round(usual * minute * (0.2 + (random.int(0, 999) / 999) ** 3 * 5 + random.int(0, 999) / 1000))

function addConversation(world: World, { contact, start, end, length }: Conversation) {
  const { place, now, random } = world
  const queue = random.pick(['Vendas', 'Vendas', 'Vendas', 'Entregas', 'Entregas', 'Financeiro'] as const)
  const attendant = random.pick(place.attendants.filter(({ queues }) => queues.includes(queue)))
  const ours = !contact.isGroup && random.chance(0.1)
  const lost = end === 'closed' && random.chance(0.04)
  const usual = queue === 'Financeiro' ? 9 : 5
  const accepted = Math.min(ours ? start : start + minutesOf(random, usual), now - 2 * minute)
  const last = Math.min(accepted + minutesOf(random, 4) * Math.ceil(length / 3), now - minute)
  const closed = Math.min(last + minutesOf(random, 3), now - 30_000)
  const isAnswered = end !== 'pending' && !lost
  const id = idOf(random, start)
  const archived = end === 'closed' && closed < now - place.archiveAfterDays * day
  const ticket = { id, queueId: place.queues.get(queue) ?? '', archived }
  const said = addMessages(world, {
    ...ticket,
    contact,
    queue,
    ours,
    length,
    start,
    accepted,
    last,
    attendantId: isAnswered ? attendant.id : null,
  })
  const userId = isAnswered ? attendant.id : null
  const closedAt = end === 'closed' ? closed : null
  addTicket(world, {
    ...ticket,
    contact,
    userId,
    start,
    accepted: isAnswered ? accepted : null,
    closed: closedAt,
    said,
    end,
  })
  addCycle(world, {
    ticket,
    contact,
    userId,
    start,
    accepted: isAnswered ? accepted : null,
    answered: said.answeredAt,
    closed: closedAt,
    ours,
    waits: end === 'pending',
  })
  addAround(world, { ...ticket, contactId: contact.id, userId, at: last })
}

interface Cycle {
  ticket: { id: string; queueId: string }
  contact: Contact
  userId: string | null
  start: number
  accepted: number | null
  answered: number | null
  closed: number | null
  /** We wrote first. */
  ours: boolean
  waits: boolean
}

function addCycle({ place, random, rows }: World, cycle: Cycle) {
  const { ticket, contact, userId, start, accepted, answered, closed, ours, waits } = cycle
  rows.ticket_cycles.push({
    id: idOf(random, start),
    company_id: place.companyId,
    ticket_id: ticket.id,
    connection_id: place.connectionId,
    contact_id: contact.id,
    queue_id: ticket.queueId,
    user_id: userId,
    started_at: iso(start),
    queued_at: iso(start),
    accepted_at: accepted === null ? null : iso(accepted),
    waiting_since: waits ? iso(start) : null,
    answered_at: answered === null ? null : iso(answered),
    answered_by: answered === null ? null : userId,
    closed_at: closed === null ? null : iso(closed),
    rating:
      closed !== null && accepted !== null && !contact.isGroup && random.chance(0.42)
        ? random.pick([3, 3, 3, 3, 2, 2, 1])
        : null,
    is_group: contact.isGroup,
    ours,
  })
}

interface Talk {
  id: string
  queueId: string
  archived: boolean
  contact: Contact
  queue: QueueName
  ours: boolean
  length: number
  start: number
  accepted: number
  last: number
  attendantId: string | null
}

interface Said {
  text: string
  fromMe: boolean
  at: number
  answeredAt: number | null
  unread: number
}

function addMessages({ place, rows, random }: World, talk: Talk): Said {
  const { begin, theirs, ours } = topics[talk.queue]
  const said: Said = { text: '', fromMe: false, at: talk.start, answeredAt: null, unread: 0 }
  for (let n = 0; n < talk.length; n++) {
    const fromMe = talk.attendantId !== null && (n === 0 ? talk.ours : n === talk.length - 1 || random.chance(0.48))
    // Before anybody has accepted there is only what the customer said first.
    const share = talk.length === 1 ? 0 : (n - 1) / (talk.length - 1)
    const from = talk.attendantId === null ? talk.start : talk.accepted
    const at = n === 0 ? talk.start : Math.floor(from + minute / 4 + Math.max(0, talk.last - from - minute / 4) * share)
    const text = lineOf(random, { n, fromMe, isLast: n === talk.length - 1 }, { begin, theirs, ours })
    const id = idOf(random, at)
    const isOld = n < talk.length - 2
    const ownAck = isOld || random.chance(0.7) ? ack.read : random.pick([ack.sent, ack.received])
    rows.messages.push({
      id,
      company_id: place.companyId,
      ticket_id: talk.id,
      contact_id: talk.contact.id,
      connection_id: place.connectionId,
      queue_id: talk.queueId,
      archived: talk.archived,
      whatsapp_id: fromMe ? whatsappIdOf(id) : `A5${id.replaceAll('-', '').slice(-18).toUpperCase()}`,
      from_me: fromMe,
      user_id: fromMe ? talk.attendantId : null,
      media_type: 'chat',
      body: text,
      ack: fromMe ? ownAck : ack.received,
      is_deleted: false,
      is_forwarded: false,
      is_view_once: false,
      reactions: !fromMe && random.chance(0.01) ? { me: '👍' } : {},
      sent_at: fromMe ? null : iso(at),
      created_at: iso(at),
      updated_at: iso(at),
    })
    if (fromMe && said.answeredAt === null) said.answeredAt = at
    Object.assign(said, { text, fromMe, at, unread: fromMe ? 0 : said.unread + 1 })
  }
  return said
}

interface Lines {
  begin: readonly string[]
  theirs: readonly string[]
  ours: readonly string[]
}

function lineOf(
  random: Random,
  which: { n: number; fromMe: boolean; isLast: boolean },
  { begin, theirs, ours }: Lines,
) {
  if (which.fromMe) return random.pick(which.isLast ? farewells : ours)
  return random.pick(which.n === 0 ? begin : theirs)
}

interface Ticket {
  id: string
  queueId: string
  archived: boolean
  contact: Contact
  userId: string | null
  start: number
  accepted: number | null
  closed: number | null
  said: Said
  end: Conversation['end']
}

function addTicket({ place, rows }: World, ticket: Ticket) {
  const { contact, said, accepted, closed } = ticket
  rows.tickets.push({
    id: ticket.id,
    company_id: place.companyId,
    status: ticket.end,
    contact_id: contact.id,
    connection_id: place.connectionId,
    queue_id: ticket.queueId,
    user_id: ticket.userId,
    is_group: contact.isGroup,
    chatbot: false,
    bot_menus: 0,
    bot_owes_greeting: false,
    unread_messages: ticket.end === 'closed' ? 0 : said.unread,
    last_message: said.text,
    last_message_type: 'chat',
    last_message_from_me: said.fromMe,
    last_message_at: iso(said.at),
    accepted_at: accepted === null ? null : iso(accepted),
    waiting_since: ticket.end === 'pending' ? iso(ticket.start) : null,
    closed_at: closed === null ? null : iso(closed),
    archived: ticket.archived,
    of_campaign: false,
    created_at: iso(ticket.start),
    updated_at: iso(closed ?? said.at),
  })
}

interface Around {
  id: string
  queueId: string
  archived: boolean
  contactId: string
  userId: string | null
  at: number
}

/** One or two, of them at most one lane; most have none. */
function tagsFor(random: Random, tags: Place['tags']): readonly string[] {
  if (!random.chance(0.5)) return []
  const of = (lanes: boolean) =>
    random.some(
      tags.filter(({ isLane }) => isLane === lanes).map(({ id }) => id),
      1,
    )
  return [...(random.chance(0.7) ? of(true) : []), ...(random.chance(0.6) ? of(false) : [])]
}

/** Tags and notes. */
function addAround({ place, rows, random }: World, { id, queueId, archived, contactId, userId, at }: Around) {
  const of = { company_id: place.companyId, ticket_id: id, queue_id: queueId, archived }
  for (const tagId of tagsFor(random, place.tags)) rows.ticket_tags.push({ ...of, id: idOf(random, at), tag_id: tagId })
  if (userId === null || !random.chance(0.12)) return
  const times = { created_at: iso(at), updated_at: iso(at) }
  rows.ticket_notes.push({
    ...of,
    ...times,
    id: idOf(random, at),
    contact_id: contactId,
    user_id: userId,
    note: random.pick(notes),
  })
}
