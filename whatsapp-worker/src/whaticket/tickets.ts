// Tickets with the times that they were opened and closed again, their tags and notes. A ticket keeps the number by which people know it.
import { inArray, sql } from 'drizzle-orm'
import { ticketNotes } from 'db/tickets/notes-table.ts'
import { newTicket } from 'db/tickets/new-ticket.ts'
import { tickets, type Ticket } from 'db/tickets/table.ts'
import { tags, ticketTags } from 'db/tags/table.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { cyclesOf, loadPasts, writeCycles } from './cycles.ts'
import { importedId } from './ids.ts'
import { ticketStatus } from './mapping.ts'
import type { Row } from './source.ts'
import { store, textArray, type Incoming } from './target.ts'
import { flag, idOf, madeAt, moment, text, Unreadable, whole } from './values.ts'
import { allRows, companyOf, named, ofCompany, taken, type KnownTicket, type Work } from './work.ts'

const name = 'tickets'
const columns = [
  'id',
  'status',
  'unreadMessages',
  'isGroup',
  'channel',
  'userId',
  'contactId',
  'whatsappId',
  'queueId',
  ...ofCompany,
]
const day = 864e5
/** Those that come later are counted from there, and a number has an end. */
const highestNumber = 1_000_000_000

export async function importTickets(work: Work): Promise<void> {
  const table = work.source.table('Tickets')
  if (!table) return
  const pasts = await loadPasts(work)
  const open = new Set<string>()
  for await (const rows of table.rows([...columns, 'createdAt', 'updatedAt'])) {
    const incoming = taken(work, name, rows, (row) => ticketOf(work, row, open))
    await keepNumbers(work, incoming)
    const byId = new Map(incoming.map((one) => [one.row.id, one]))
    const after = async (tx: ServerTx, ids: ReadonlySet<string>) => {
      const changed = [...ids].flatMap((id) => byId.get(id) ?? [])
      await writeCycles(
        tx,
        changed.flatMap(({ from, row }) => cyclesOf(row, pasts.get(Number(from)) ?? [])),
      )
      await moveMessages(tx, [...ids])
      await raiseCounters(
        tx,
        changed.map(({ row }) => row),
      )
    }
    const follow = [
      'status',
      'userId',
      'queueId',
      'unreadMessages',
      'acceptedAt',
      'closedAt',
      'archived',
      'waitingSince',
      'updatedAt',
    ] as const
    await store(work, { table: tickets, name, follow, after }, incoming)
    await lookAgain(work, incoming)
    work.progress(name, work.tally.of(name).read)
  }
}

/** Messages stand where their ticket does. */
async function moveMessages(tx: ServerTx, ids: readonly string[]) {
  await tx.execute(sql`
    update messages m set queue_id = t.queue_id, archived = t.archived from tickets t
    where t.id = m.ticket_id and t.id = any(${textArray(ids)}::text::uuid[])
      and (m.queue_id, m.archived) is distinct from (t.queue_id, t.archived)`)
}

/** What became of tickets that were here before, since then; one that could not come has no messages either. */
async function lookAgain({ db, known, isDryRun }: Work, incoming: readonly Incoming<Ticket>[]) {
  if (isDryRun || incoming.length === 0) return
  const { id, contactId, connectionId, queueId, archived } = tickets
  const ids = incoming.map(({ row }) => row.id)
  const rows = await db.orm
    .select({ id, contactId, connectionId, queueId, archived })
    .from(tickets)
    .where(inArray(id, ids))
  const here = new Map(rows.map((row) => [row.id, row]))
  for (const { from, row } of incoming) {
    const [place, is] = [known.tickets.get(Number(from)), here.get(row.id)]
    if (place && is) known.tickets.set(Number(from), { ...place, ...is })
    else known.tickets.delete(Number(from))
  }
}

function ticketOf(work: Work, row: Row, open: Set<string>): Incoming<Ticket> | null {
  const { known, now } = work
  const { id: companyId, old, archiveAfterDays } = companyOf(work, row)
  const channel = text(row, 'channel')
  if (channel !== '' && !channel.startsWith('whatsapp')) throw new Unreadable('not WhatsApp')
  const contact = named(known.contacts, row, 'contactId', companyId)
  if (!contact) throw new Unreadable('of no contact')
  const connectionId = named(known.connections, row, 'whatsappId', companyId)?.id ?? known.mainConnections.get(old)
  if (connectionId === undefined) throw new Unreadable('of no connection')
  const [from, createdAt] = [idOf(row), madeAt(row)]
  const updatedAt = moment(row, 'updatedAt') ?? createdAt
  const id = importedId('tickets', from, createdAt)
  const userId = named(known.users, row, 'userId', companyId)?.id ?? null
  const wished = ticketStatus(text(row, 'status'), userId !== null)
  // A chat has one open ticket here.
  const chat = `${contact.id} ${connectionId}`
  const status = open.has(chat) ? 'closed' : wished
  if (status !== 'closed') open.add(chat)
  const closedAt = status === 'closed' ? updatedAt : null
  const archived = closedAt !== null && now.getTime() - closedAt.getTime() > archiveAfterDays * day
  const queueId = named(known.queues, row, 'queueId', companyId)?.id ?? null
  const isGroup = contact.isGroup
  const place: KnownTicket = { id, company: old, contactId: contact.id, connectionId, queueId, archived, isGroup }
  known.tickets.set(from, place)
  const made = newTicket(
    { id: contact.id, isGroup },
    {
      id,
      companyId,
      number: from < highestNumber ? from : null,
      status,
      connectionId,
      queueId,
      userId: status === 'pending' ? null : userId,
      unreadMessages: status === 'closed' ? 0 : Math.max(0, whole(row, 'unreadMessages') ?? 0),
      acceptedAt: status === 'open' ? createdAt : null,
      closedAt,
      archived,
      createdAt,
      updatedAt,
    },
  )
  return { from, row: { ...made, waitingSince: status === 'pending' ? updatedAt : null } }
}

/** One that is somebody else's here by now is counted anew, by the database. */
async function keepNumbers({ db }: Work, incoming: readonly Incoming<Ticket>[]) {
  const wished = incoming.flatMap(({ row }) => row.number ?? [])
  if (wished.length === 0) return
  const { id, companyId, number } = tickets
  const there = await db.orm.select({ id, companyId, number }).from(tickets).where(inArray(number, wished))
  const owners = new Map(there.map((ticket) => [`${ticket.companyId} ${ticket.number}`, ticket.id]))
  for (const { row } of incoming) {
    if ((owners.get(`${row.companyId} ${row.number}`) ?? row.id) !== row.id) row.number = null
  }
}

/** What comes next is numbered after them. */
async function raiseCounters(tx: ServerTx, rows: readonly Ticket[]) {
  for (const [companyId, of] of Map.groupBy(rows, (row) => row.companyId)) {
    const last = Math.max(...of.map(({ number }) => number ?? 0))
    await tx.execute(sql`
      insert into ticket_counters as c (company_id, last_number) values (${companyId}, ${last})
      on conflict (company_id) do update set last_number = greatest(c.last_number, excluded.last_number)`)
  }
}

export async function importTags(work: Work): Promise<void> {
  const rows = await allRows(work.source.table('Tags'), [
    'id',
    'name',
    'color',
    'kanban',
    ...ofCompany,
    'createdAt',
    'updatedAt',
  ])
  const there = await work.db.orm.select({ id: tags.id, companyId: tags.companyId, name: tags.name }).from(tags)
  const names = new Map(there.map((tag) => [`${tag.companyId} ${tag.name}`, tag.id]))
  const incoming = taken(work, 'tags', rows, (row) => {
    const { id: companyId } = companyOf(work, row)
    const called = text(row, 'name', 50).trim() || text(row, 'tag', 50).trim() || `Tag ${idOf(row)}`
    const id = importedId('tags', idOf(row), madeAt(row))
    const same = names.get(`${companyId} ${called}`) ?? id
    names.set(`${companyId} ${called}`, same)
    work.known.tags.set(idOf(row), { id: same, companyId })
    if (same !== id) {
      work.tally.of('tags').there++
      return null
    }
    const color = text(row, 'color').toLowerCase()
    const looks = { color: /^#[0-9a-f]{6}$/.test(color) ? color : '#475569', kanban: flag(row, 'kanban') }
    const times = { createdAt: madeAt(row), updatedAt: moment(row, 'updatedAt') ?? madeAt(row) }
    return { from: idOf(row), row: { id, companyId, name: called, ...looks, ...times } }
  })
  await store(work, { table: tags, name: 'tags' }, incoming)
}

export async function importTicketTags(work: Work): Promise<void> {
  const table = work.source.table('TicketTags')
  if (!table) return
  for await (const rows of table.rows(['ticketId', 'tagId'], ['ticketId', 'tagId'])) {
    const incoming = taken(work, "tickets' tags", rows, (row) => {
      const ticket = work.known.tickets.get(idOf(row, 'ticketId'))
      const companyId = work.known.companies.get(ticket?.company ?? -1)?.id ?? ''
      const tagId = named(work.known.tags, row, 'tagId', companyId)?.id
      if (!ticket || tagId === undefined) throw new Unreadable('names nobody')
      const { queueId, archived } = ticket
      const id = importedId(`ticket_tags/${ticket.id}`, tagId, new Date(0))
      return {
        from: `${idOf(row, 'ticketId')}/${idOf(row, 'tagId')}`,
        row: { id, companyId, ticketId: ticket.id, tagId, queueId, archived },
      }
    })
    await store(work, { table: ticketTags, name: "tickets' tags" }, incoming)
  }
}

export async function importNotes(work: Work): Promise<void> {
  const table = work.source.table('TicketNotes')
  if (!table) return
  for await (const rows of table.rows(['id', 'note', 'userId', 'ticketId', 'createdAt', 'updatedAt'])) {
    const incoming = taken(work, 'notes', rows, (row) => {
      const ticket = work.known.tickets.get(whole(row, 'ticketId') ?? -1)
      if (!ticket) throw new Unreadable('of no ticket')
      const note = text(row, 'note')
      if (note === '') throw new Unreadable('empty')
      const { id: ticketId, contactId, queueId, archived } = ticket
      const createdAt = madeAt(row)
      const companyId = work.known.companies.get(ticket.company)?.id ?? ''
      return {
        from: idOf(row),
        row: {
          id: importedId('ticket_notes', idOf(row), createdAt),
          companyId,
          userId: named(work.known.users, row, 'userId', companyId)?.id ?? null,
          ticketId,
          contactId,
          queueId,
          archived,
          note,
          createdAt,
          updatedAt: moment(row, 'updatedAt') ?? createdAt,
        },
      }
    })
    await store(work, { table: ticketNotes, name: 'notes' }, incoming)
  }
}
