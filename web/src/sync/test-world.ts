// A small company for tests of sync: two queues, a connection, contacts and tickets with messages, as rows of the server.
import type { UserActor } from 'db/kit/actor.ts'
import type { Tx } from 'db/kit/define-mutation.ts'
import { newId } from 'db/kit/new-id.ts'
import { sql } from 'drizzle-orm'

export interface TestWorld {
  actor: UserActor
  queueIds: string[]
  connectionId: string
  contactIds: string[]
  ticketIds: string[]
  /** Time of the newest message of each. */
  saidUntil: Date
  /** One server transaction that makes it all. */
  fill(tx: Tx): Promise<void>
}

const at = new Date('2026-11-20T12:00:00Z')
const times = { createdAt: at, updatedAt: at }

export function createTestWorld({ ticketCount = 6, messagesPerTicket = 2 } = {}): TestWorld {
  const [companyId, userId, connectionId] = [newId(), newId(), newId()]
  const queueIds = [newId(), newId()]
  const contactIds = Array.from({ length: ticketCount + 2 }, newId)
  const ticketIds = Array.from({ length: ticketCount }, newId)
  const actor: UserActor = { kind: 'user', companyId, userId, name: 'Ana', profile: 'admin', super: false, queueIds }

  const saidAt = (index: number) => new Date(at.getTime() + index * 1000)
  const ticketRows = () =>
    ticketIds.map((id, index) => ({
      id,
      companyId,
      number: index + 1,
      status: (['pending', 'open', 'closed'] as const)[index % 3] ?? 'open',
      contactId: contactIds[index] ?? '',
      connectionId,
      queueId: queueIds[index % 2] ?? null,
      userId: index % 3 === 1 ? userId : null,
      isGroup: false,
      chatbot: false,
      unreadMessages: index % 4,
      lastMessage: `última ${index}`,
      lastMessageFromMe: false,
      lastMessageAt: at,
      acceptedAt: null,
      closedAt: null,
      archived: false,
      ...times,
    }))

  const messageRows = () =>
    ticketRows().flatMap((ticket, t) =>
      Array.from({ length: messagesPerTicket }, (_, index) => ({
        id: newId(),
        companyId,
        ticketId: ticket.id,
        contactId: ticket.contactId,
        connectionId,
        queueId: ticket.queueId,
        archived: false,
        whatsappId: `W${t}-${index}`,
        fromMe: false,
        userId: null,
        mediaType: 'chat',
        body: `mensagem ${index}\r\nlinha "dois" \\ ' 😀`,
        ack: 2,
        ackError: null,
        isDeleted: false,
        isForwarded: false,
        campaignId: null,
        isViewOnce: false,
        details:
          index % 2 === 1 ? { seconds: 1.5, link: { url: 'https://a/?b="c"', title: '', description: 'é' } } : null,
        reactions: index % 2 === 1 ? { me: '👍' } : {},
        sentAt: at,
        createdAt: saidAt(index),
        updatedAt: at,
      })),
    )

  return {
    actor,
    queueIds,
    connectionId,
    contactIds,
    ticketIds,
    saidUntil: saidAt(messagesPerTicket - 1),
    async fill(tx) {
      const company = { id: companyId, name: 'Padaria', email: null, phone: null, planId: newId() }
      await insertRows(tx, 'companies', [
        {
          ...company,
          status: true,
          operator: false,
          dueDate: new Date('2030-01-01'),
          recurrence: 'MENSAL',
          timeZone: 'America/Sao_Paulo',
          ...times,
        },
      ])
      const user = { id: userId, companyId, name: 'Ana', email: 'ana@example.com', passwordHash: '', tokenVersion: 0 }
      await insertRows(tx, 'users', [{ ...user, profile: 'admin', super: false, allTicket: false, ...times }])
      await insertRows(
        tx,
        'queues',
        queueIds.map((id, index) => ({
          id,
          companyId,
          name: `Fila ${index}`,
          color: '#123456',
          orderQueue: index,
          greetingMessage: '',
          ...times,
        })),
      )
      const connection = { id: connectionId, companyId, name: 'Loja', status: 'CONNECTED' as const, retries: 0 }
      await insertRows(tx, 'connections', [{ ...connection, isDefault: true, ...times }])
      await insertRows(
        tx,
        'contacts',
        contactIds.map((id, index) => ({
          id,
          companyId,
          name: `Contato ${index}`,
          number: `55119${index}`,
          lid: null,
          email: '',
          isGroup: false,
          ...times,
        })),
      )
      await insertRows(tx, 'tickets', ticketRows())
      const rows = messageRows()
      for (let i = 0; i < rows.length; i += 500) await insertRows(tx, 'messages', rows.slice(i, i + 500))
    },
  }
}

/** Keys in camelCase. */
async function insertRows(tx: Tx, table: string, rows: readonly Record<string, unknown>[]) {
  const snake = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const named = rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [snake(key), value])))
  const name = sql.identifier(table)
  await tx.execute(
    sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${JSON.stringify(named)}::json)`,
  )
}
