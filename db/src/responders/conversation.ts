// What a responder is told: of one ticket, and of nothing else. Read outside of any transaction. Server only.
// Invariant: nothing of another customer, of another company, of people here or of keys is in it; whatever a responder sends away is in here.
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { companies } from '../companies/table.ts'
import { connections } from '../connections/table.ts'
import { contacts } from '../contacts/table.ts'
import type { Tx } from '../kit/define-mutation.ts'
import { messages } from '../messages/table.ts'
import { connectionQueues, queues } from '../queues/table.ts'
import { tags } from '../tags/table.ts'
import type { Ticket } from '../tickets/table.ts'
import type { ResponderRef } from './kinds.ts'
import { responderSessions, type Turn } from './table.ts'

export interface Said {
  id: string
  fromMe: boolean
  /** 'chat' is text; others as of messages. */
  mediaType: string
  /** Text, or a file's caption. */
  text: string
  /** What a voice note says, where it was written down. */
  transcript: string | null
  mediaHash: string | null
  mediaMime: string | null
  mediaName: string | null
  /** Why the file is not there; null while it is on its way, and once it is there. */
  mediaError: string | null
  isVoice: boolean
  at: Date
}

export interface Conversation {
  responder: ResponderRef
  /** The same however often it is asked: what an outside service tells repetitions by. */
  turnId: string
  /** How often it was asked before, since it asked for patience. */
  tries: number
  company: { id: string; name: string; timeZone: string }
  connection: { id: string; name: string; number: string | null }
  ticket: { id: string; number: number | null; queueId: string | null; queueName: string | null }
  contact: { id: string; name: string; number: string | null }
  /** What the connection offers. */
  queues: { id: string; name: string }[]
  tags: { id: string; name: string }[]
  /** The newest ones, oldest first; what was deleted is not there. */
  messages: Said[]
  /** Those of the customer that nobody answered yet. */
  news: Said[]
  /** They only chose the queue, and were greeted by it (if it greets). */
  isChoice: boolean
  /** What the responder kept, and since when; null: it begins. */
  session: { state: unknown; startedAt: Date; updatedAt: Date } | null
}

const mostMessages = 60

export async function readConversation(db: Tx, turn: Turn, ticket: Ticket): Promise<Conversation | null> {
  const [row] = await db
    .select({
      company: { id: companies.id, name: companies.name, timeZone: companies.timeZone },
      connection: { id: connections.id, name: connections.name, number: connections.number },
      contact: { id: contacts.id, name: contacts.name, number: contacts.number },
      queueName: queues.name,
    })
    .from(companies)
    .innerJoin(connections, eq(connections.id, ticket.connectionId))
    .innerJoin(contacts, eq(contacts.id, ticket.contactId))
    .leftJoin(queues, eq(queues.id, ticket.queueId ?? sql`null`))
    .where(eq(companies.id, ticket.companyId))
  if (!row) return null
  const { queueName, ...who } = row
  const said = await readMessages(db, ticket.id)
  const [session] = await db.select().from(responderSessions).where(eq(responderSessions.ticketId, ticket.id))
  const isOwn = session?.responder === turn.responder && session.responderId === turn.responderId
  return {
    ...who,
    responder: { kind: turn.responder, id: turn.responderId },
    turnId: turn.askedId ?? turn.messageId,
    tries: turn.tries,
    ticket: { id: ticket.id, number: ticket.number, queueId: ticket.queueId, queueName },
    queues: await offeredQueues(db, ticket),
    tags: await db
      .select({ id: tags.id, name: tags.name })
      .from(tags)
      .where(and(eq(tags.companyId, ticket.companyId), eq(tags.kanban, false)))
      .orderBy(asc(tags.name))
      .limit(100),
    messages: said,
    news: said.filter(({ fromMe, at }) => !fromMe && at >= turn.since),
    isChoice: turn.isChoice,
    session: isOwn ? { state: session.state, startedAt: session.startedAt, updatedAt: session.updatedAt } : null,
  }
}

function offeredQueues(db: Tx, { connectionId, companyId }: Ticket) {
  return db
    .select({ id: queues.id, name: queues.name })
    .from(connectionQueues)
    .innerJoin(queues, eq(queues.id, connectionQueues.queueId))
    .where(and(eq(connectionQueues.connectionId, connectionId), eq(queues.companyId, companyId)))
    .orderBy(asc(queues.orderQueue), asc(queues.name))
}

/** The newest ones, oldest first; what was deleted is not there. */
export async function readMessages(db: Tx, ticketId: string): Promise<Said[]> {
  const rows = await db
    .select()
    .from(messages)
    .where(and(eq(messages.ticketId, ticketId), eq(messages.isDeleted, false)))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(mostMessages)
  return rows.toReversed().map(({ details, ...row }) => ({
    id: row.id,
    fromMe: row.fromMe,
    mediaType: row.mediaType,
    text: row.body,
    transcript: details?.transcript ?? null,
    mediaHash: row.mediaHash,
    mediaMime: row.mediaMime,
    mediaName: row.mediaName,
    mediaError: row.mediaError,
    isVoice: details?.isVoice === true,
    at: row.createdAt,
  }))
}
