// Databases of the Whaticket family for tests, made from what their published migrations say of tables and columns: one of a service with
// many companies, one of a single company, one of the Izing kind. As statements for Postgres or for MariaDB.

type Type = 'id' | 'int' | 'text' | 'flag' | 'time' | 'json'
interface Table {
  columns: Record<string, Type>
  /** A row's values by the columns' names, or in their order. */
  rows: readonly (readonly unknown[] | Readonly<Record<string, unknown>>)[]
}
export type OldDatabase = Record<string, Table>
type Kind = 'postgres' | 'mariadb'

const types: Record<Kind, Record<Type, string>> = {
  postgres: { id: 'text', int: 'integer', text: 'text', flag: 'boolean', time: 'timestamptz', json: 'jsonb' },
  mariadb: { id: 'varchar(255)', int: 'integer', text: 'text', flag: 'tinyint(1)', time: 'datetime(6)', json: 'json' },
}

/** MariaDB's times stand three hours behind, as the old system writes them. */
export function statementsOf(database: OldDatabase, kind: Kind): string[] {
  const quote = (name: string) => (kind === 'postgres' ? `"${name}"` : `\`${name}\``)
  return Object.entries(database).flatMap(([name, { columns, rows }]) => {
    const list = Object.entries(columns)
    const made = list.map(([column, type]) => `${quote(column)} ${types[kind][type]}`).join(', ')
    const names = list.map(([column]) => quote(column)).join(', ')
    const values = rows.map(
      (row) => `(${list.map(([column, type], at) => literal(valueOf(row, column, at), type, kind)).join(', ')})`,
    )
    const create = `create table ${quote(name)} (${made})`
    return rows.length === 0 ? [create] : [create, `insert into ${quote(name)} (${names}) values ${values.join(', ')}`]
  })
}

const valueOf = (row: Table['rows'][number], column: string, at: number): unknown =>
  Array.isArray(row) ? row[at] : (row as Readonly<Record<string, unknown>>)[column]

function literal(value: unknown, type: Type, kind: Kind): string {
  if (value === null || value === undefined) return 'null'
  if (type === 'flag') return kind === 'postgres' ? String(value) : value === true ? '1' : '0'
  if (type === 'int') return String(Number(value))
  const text = type === 'json' ? JSON.stringify(value) : String(value)
  const written = type === 'time' && kind === 'mariadb' ? threeHoursBehind(text) : text
  return `'${written.replaceAll("'", "''").replaceAll('\\', kind === 'mariadb' ? '\\\\' : '\\')}'`
}

const threeHoursBehind = (text: string) =>
  new Date(new Date(text).getTime() - 3 * 3_600_000).toISOString().slice(0, -1).replace('T', ' ')

export const at = (day: number, clock = '12:00:00') => `2026-10-${String(day).padStart(2, '0')}T${clock}.000Z`
export const made = (day: number) => [at(day), at(day)]
export const times = { createdAt: 'time', updatedAt: 'time' } as const

/** One company, ticks from 0, quick answers by their shortcut. */
export const community = (): OldDatabase => ({
  Users: {
    columns: { id: 'int', name: 'text', email: 'text', passwordHash: 'text', profile: 'text', ...times },
    rows: [[1, 'Rui', 'rui@um.example', 'x', 'admin', ...made(1)]],
  },
  Queues: {
    columns: { id: 'int', name: 'text', color: 'text', greetingMessage: 'text', ...times },
    rows: [[1, 'Tudo', '#112233', 'Oi', ...made(1)]],
  },
  Whatsapps: { columns: { id: 'int', name: 'text', isDefault: 'flag', ...times }, rows: [] },
  Contacts: {
    columns: { id: 'int', name: 'text', number: 'text', email: 'text', isGroup: 'flag', ...times },
    rows: [[1, 'Lu', '5521999990000', '', false, ...made(2)]],
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
      ...times,
    },
    rows: [[1, 'pending', false, null, 1, null, 1, at(2), at(3)]],
  },
  Messages: {
    columns: {
      id: 'id',
      ack: 'int',
      read: 'flag',
      fromMe: 'flag',
      body: 'text',
      mediaUrl: 'text',
      mediaType: 'text',
      isDeleted: 'flag',
      quotedMsgId: 'id',
      ticketId: 'int',
      contactId: 'int',
      ...times,
    },
    rows: [['ABC1', 3, true, true, 'Olá', null, 'chat', false, null, 1, null, at(2), at(2)]],
  },
  QuickAnswers: {
    columns: { id: 'int', shortcut: 'text', message: 'text', ...times },
    rows: [[1, 'oi', 'Olá, tudo bem?', ...made(1)]],
  },
})

/** Tenants, queues called otherwise, WhatsApp's id beside the row's own. */
export const izing = (): OldDatabase => ({
  Tenants: {
    columns: { id: 'int', name: 'text', status: 'text', ...times },
    rows: [[1, 'Clínica Sol', 'active', ...made(1)]],
  },
  Users: {
    columns: {
      id: 'int',
      name: 'text',
      email: 'text',
      passwordHash: 'text',
      profile: 'text',
      tenantId: 'int',
      ...times,
    },
    rows: [[1, 'Iara', 'iara@sol.example', 'x', 'admin', 1, ...made(1)]],
  },
  Queues: { columns: { id: 'int', queue: 'text', tenantId: 'int', ...times }, rows: [[1, 'Recepção', 1, ...made(1)]] },
  UsersQueues: { columns: { id: 'int', userId: 'int', queueId: 'int', ...times }, rows: [[1, 1, 1, ...made(1)]] },
  Whatsapps: {
    columns: { id: 'int', name: 'text', type: 'text', tenantId: 'int', isDefault: 'flag', ...times },
    rows: [[1, 'Sol', 'whatsapp', 1, true, ...made(1)]],
  },
  Contacts: {
    columns: { id: 'int', name: 'text', number: 'text', isGroup: 'flag', tenantId: 'int', ...times },
    rows: [[1, 'Bel', '5531988887777', false, 1, ...made(2)]],
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
      tenantId: 'int',
      ...times,
    },
    rows: [[1, 'open', false, 1, 1, 1, 1, 1, at(2), at(3)]],
  },
  Messages: {
    columns: {
      id: 'id',
      messageId: 'id',
      ack: 'int',
      read: 'flag',
      fromMe: 'flag',
      body: 'text',
      mediaUrl: 'text',
      mediaType: 'text',
      isDeleted: 'flag',
      quotedMsgId: 'id',
      ticketId: 'int',
      userId: 'int',
      ...times,
    },
    rows: [
      ['0b1c', 'WA-1', 0, false, false, 'Quero marcar', null, 'chat', false, null, 1, null, at(2), at(2)],
      ['0b1d', 'WA-2', 3, true, true, 'Claro', null, 'chat', false, '0b1c', 1, 1, at(3), at(3)],
    ],
  },
  FastReply: {
    columns: { id: 'int', key: 'text', message: 'text', userId: 'int', tenantId: 'int', ...times },
    rows: [[1, 'fim', 'Obrigada!', 1, 1, ...made(1)]],
  },
})
