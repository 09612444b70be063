// The least that an old database with two companies has, for tests that put something wrong into it.
import { made, times, type OldDatabase } from './test-old-database.ts'

export const of = { companyId: 'int' } as const

/** Two companies, each with a person, a queue, a number, a customer, a ticket and a message; `more` replaces tables, or their rows. */
export function two(
  more: Partial<Record<string, { rows: OldDatabase[string]['rows']; columns?: OldDatabase[string]['columns'] }>>,
) {
  const tables: OldDatabase = {
    Companies: {
      columns: { id: 'int', name: 'text', ...times },
      rows: [
        [1, 'Um', ...made(1)],
        [2, 'Dois', ...made(1)],
      ],
    },
    Users: {
      columns: { id: 'int', name: 'text', email: 'text', profile: 'text', whatsappId: 'int', ...of, ...times },
      rows: [
        [1, 'Ana', 'ana@um.example', 'admin', 1, 1, ...made(1)],
        [2, 'Bia', 'bia@dois.example', 'admin', 2, 2, ...made(1)],
      ],
    },
    Queues: {
      columns: { id: 'int', name: 'text', color: 'text', ...of, ...times },
      rows: [
        [1, 'Fila um', '#111111', 1, ...made(1)],
        [2, 'Fila dois', '#222222', 2, ...made(1)],
      ],
    },
    QueueOptions: {
      columns: { id: 'int', title: 'text', option: 'text', queueId: 'int', parentId: 'int', ...times },
      rows: [],
    },
    Whatsapps: {
      columns: { id: 'int', name: 'text', isDefault: 'flag', ...of, ...times },
      rows: [
        [1, 'Um', true, 1, ...made(1)],
        [2, 'Dois', true, 2, ...made(1)],
      ],
    },
    Contacts: {
      columns: { id: 'int', name: 'text', number: 'text', isGroup: 'flag', ...of, ...times },
      rows: [
        [1, 'Caio', '5511988887777', false, 1, ...made(2)],
        [2, 'Davi', '5511977776666', false, 2, ...made(2)],
      ],
    },
    Tickets: {
      columns: {
        id: 'int',
        status: 'text',
        isGroup: 'flag',
        userId: 'int',
        contactId: 'int',
        whatsappId: 'int',
        queueId: 'int',
        ...of,
        ...times,
      },
      rows: [
        [1, 'open', false, 1, 1, 1, 1, 1, ...made(3)],
        [2, 'open', false, 2, 2, 2, 2, 2, ...made(3)],
      ],
    },
    Messages: {
      columns: {
        id: 'id',
        fromMe: 'flag',
        body: 'text',
        mediaType: 'text',
        mediaUrl: 'text',
        quotedMsgId: 'id',
        ticketId: 'int',
        contactId: 'int',
        userId: 'int',
        ...times,
      },
      rows: [
        ['A1', false, 'Oi', 'chat', null, null, 1, 1, null, ...made(3)],
        ['B1', false, 'Olá', 'chat', null, null, 2, 2, null, ...made(3)],
      ],
    },
  }
  for (const [name, change] of Object.entries(more)) {
    tables[name] = { columns: tables[name]?.columns ?? {}, ...change } as OldDatabase[string]
  }
  return tables
}
