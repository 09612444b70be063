// Attendants answer: how many messages a second are sent and their acks recorded. The rows are written at once, as a burst of the
// server would leave them; the clock runs from their commit.
import { newMessage, ownMessage } from 'db/messages/new-message.ts'
import { ack, messages } from 'db/messages/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { until, type Line, type World } from './world.ts'

const perTicket = 10

/** A statement has at most 65,535 parameters. */
const rowsAtOnce = 1_000

interface Ticket {
  id: string
  contactId: string
  connectionId: string
}

/** Messages a second, from their commit until the last ack is in its row. */
export async function outboundRate(world: World, lines: readonly Line[]): Promise<number> {
  const { db, jobs } = world
  const ids = lines.map(({ connectionId }) => connectionId)
  const tickets = await db.sql<Ticket[]>`
    select id, contact_id as "contactId", connection_id as "connectionId" from tickets where connection_id = any(${ids})`
  const rows = Array.from({ length: perTicket }, () => tickets.map((ticket) => rowOf(world.companyId, ticket))).flat()
  await db.orm.transaction(async (tx) => {
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await tx.insert(messages).values(rows.slice(from, from + rowsAtOnce))
    }
    for (const connectionId of ids) {
      await jobs.sendToConnection(tx, connectionId, { name: 'sender.wake' })
    }
  })
  const started = performance.now()
  await until(`${rows.length} messages acknowledged`, async () => {
    const [row] = await db.sql<{ waiting: number }[]>`
      select count(*)::int as waiting from messages where from_me and ack < ${ack.sent}`
    return row?.waiting === 0
  })
  return rows.length / ((performance.now() - started) / 1000)
}

function rowOf(companyId: string, ticket: Ticket) {
  const own = ownMessage({ id: newId(), userId: null, now: new Date() }, { body: 'Resposta' })
  return newMessage({ ...ticket, companyId, queueId: null, archived: false }, own)
}
