// Databases of the Whaticket family for tests, made from what their published migrations say of tables and columns: one of a service with
// many companies, one of a single company, one of the Izing kind. As statements for Postgres or for MariaDB.

type Type = 'id' | 'int' | 'text' | 'flag' | 'time' | 'json'
interface Table {
  columns: Record<string, Type>
  /** A row's values in the order of the columns. */
  rows: readonly (readonly unknown[])[]
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
    const values = rows.map((row) => `(${list.map(([, type], at) => literal(row[at], type, kind)).join(', ')})`)
    const create = `create table ${quote(name)} (${made})`
    return rows.length === 0 ? [create] : [create, `insert into ${quote(name)} (${names}) values ${values.join(', ')}`]
  })
}

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

/** bcrypt of 'segredo-antigo', with the old system's cost. */
export const oldPassword = 'segredo-antigo'
const oldHash = '$2b$08$wXuZn2ZHfQzOFvPlBu9dvus1TkrD7kQWRBcyu0kd0hJFl8YJzcp.q'

const at = (day: number, clock = '12:00:00') => `2026-10-${String(day).padStart(2, '0')}T${clock}.000Z`
const made = (day: number) => [at(day), at(day)]
const times = { createdAt: 'time', updatedAt: 'time' } as const
const company = { companyId: 'int' } as const

/** Two companies; the first has a number, two queues, a group, files, a quote, a deleted message and much that is odd. */
export const saas = (passwordHash = oldHash): OldDatabase => ({
  Companies: {
    columns: {
      id: 'int',
      name: 'text',
      email: 'text',
      phone: 'text',
      status: 'flag',
      dueDate: 'text',
      schedules: 'json',
      ...times,
    },
    rows: [
      [
        1,
        'Floricultura Ipê',
        'contato@ipe.example',
        '11988887777',
        true,
        '2026-11-01',
        [{ weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }],
        ...made(1),
      ],
      [2, 'Auto Center Vila', null, null, true, null, null, ...made(1)],
    ],
  },
  Settings: {
    columns: { key: 'text', value: 'text', ...company, ...times },
    rows: [
      ['userRating', 'enabled', 1, ...made(1)],
      ['viewregister', 'disabled', 1, ...made(1)],
    ],
  },
  Users: {
    columns: {
      id: 'int',
      name: 'text',
      email: 'text',
      passwordHash: 'text',
      profile: 'text',
      super: 'flag',
      ...company,
      ...times,
    },
    rows: [
      [1, 'Dora Lima', 'Dora@Ipe.example', passwordHash, 'admin', true, 1, ...made(1)],
      [2, 'Nico Prado', 'nico@ipe.example', 'unknown', 'user', false, 1, ...made(2)],
      [3, 'Vera Vila', 'vera@vila.example', passwordHash, 'admin', false, 2, ...made(2)],
      [4, 'Sem Endereço', 'nenhum', passwordHash, 'user', false, 1, ...made(2)],
    ],
  },
  Queues: {
    columns: {
      id: 'int',
      name: 'text',
      color: 'text',
      greetingMessage: 'text',
      outOfHoursMessage: 'text',
      ...company,
      mediaPath: 'text',
      mediaName: 'text',
      ...times,
    },
    rows: [
      [1, 'Pedidos', '#AABBCC', 'Olá {{name}}', '', 1, null, null, ...made(1)],
      [2, 'Entregas', '#aabbcc', '', '', 1, 'mapa.png', 'Mapa', ...made(1)],
      [3, 'Oficina', '#123456', '', '', 2, null, null, ...made(1)],
    ],
  },
  QueueOptions: {
    columns: { id: 'int', title: 'text', message: 'text', option: 'text', queueId: 'int', parentId: 'int', ...times },
    rows: [
      [1, 'Buquês', 'Temos de rosas.', '2', 1, null, ...made(1)],
      [2, 'Vasos', null, '1', 1, null, ...made(1)],
      [3, 'De rosas', 'R$ 90', '1', null, 1, ...made(1)],
    ],
  },
  Whatsapps: {
    columns: {
      id: 'int',
      name: 'text',
      session: 'text',
      status: 'text',
      isDefault: 'flag',
      greetingMessage: 'text',
      complationMessage: 'text',
      ...company,
      ...times,
    },
    rows: [
      [1, 'Loja', 'SEGREDO-DA-SESSAO', 'CONNECTED', true, 'Oi!', 'Até logo!', 1, ...made(1)],
      [2, 'Vila', null, 'DISCONNECTED', false, '', '', 2, ...made(1)],
    ],
  },
  WhatsappQueues: {
    columns: { whatsappId: 'int', queueId: 'int', ...times },
    rows: [
      [1, 1, ...made(1)],
      [1, 2, ...made(1)],
    ],
  },
  UserQueues: {
    columns: { userId: 'int', queueId: 'int', ...times },
    rows: [
      [2, 1, ...made(1)],
      [2, 99, ...made(1)],
    ],
  },
  Contacts: {
    columns: {
      id: 'int',
      name: 'text',
      number: 'text',
      email: 'text',
      isGroup: 'flag',
      channel: 'text',
      ...company,
      ...times,
    },
    rows: [
      [1, 'Ana Reis', '5511988880001', 'ana@exemplo.example', false, 'whatsapp', 1, ...made(3)],
      // The same person without the ninth digit.
      [2, 'Ana R.', '551188880001', '', false, 'whatsapp', 1, ...made(4)],
      [3, 'Festa', '120363041234567890', '', true, 'whatsapp', 1, ...made(3)],
      [4, 'Sem número', 'abc', '', false, 'whatsapp', 1, ...made(3)],
      [5, 'Do Instagram', '17841400000000', '', false, 'instagram', 1, ...made(3)],
      [6, 'Ana na oficina', '5511988880001', '', false, 'whatsapp', 2, ...made(3)],
    ],
  },
  ContactCustomFields: {
    columns: { id: 'int', name: 'text', value: 'text', contactId: 'int', ...times },
    rows: [[1, 'CPF', '111', 1, ...made(3)]],
  },
  Tags: {
    columns: { id: 'int', name: 'text', color: 'text', kanban: 'int', ...company, ...times },
    rows: [[1, 'Evento', '#FF0000', 1, 1, ...made(1)]],
  },
  Tickets: {
    columns: {
      id: 'int',
      status: 'text',
      unreadMessages: 'int',
      lastMessage: 'text',
      isGroup: 'flag',
      userId: 'int',
      contactId: 'int',
      whatsappId: 'int',
      queueId: 'int',
      ...company,
      ...times,
    },
    rows: [
      [10, 'closed', 0, 'Obrigada', false, 2, 1, 1, 1, 1, at(3), at(5)],
      [11, 'open', 0, 'x', false, 2, 2, 1, 1, 1, at(20), at(21)],
      [12, 'open', 3, 'x', true, null, 3, 1, null, 1, at(6), at(7)],
      [13, 'closed', 0, '', false, null, 4, 1, 1, 1, at(6), at(7)],
      [14, 'open', 1, 'Oi', false, 3, 6, 2, 3, 2, at(8), at(9)],
    ],
  },
  TicketTags: {
    columns: { ticketId: 'int', tagId: 'int', ...times },
    rows: [
      [10, 1, ...made(4)],
      [10, 9, ...made(4)],
    ],
  },
  TicketNotes: {
    columns: { id: 'int', note: 'text', userId: 'int', contactId: 'int', ticketId: 'int', ...times },
    rows: [[1, 'Prefere rosas', 2, 1, 10, ...made(4)]],
  },
  TicketTraking: {
    columns: {
      id: 'int',
      ticketId: 'int',
      ...company,
      userId: 'int',
      queuedAt: 'time',
      startedAt: 'time',
      finishedAt: 'time',
      ...times,
    },
    rows: [[1, 10, 1, 2, at(3, '12:10:00'), at(3, '12:30:00'), at(5), at(3), at(5)]],
  },
  UserRatings: {
    columns: { id: 'int', ticketId: 'int', ...company, userId: 'int', rate: 'int', ...times },
    rows: [[1, 10, 1, 2, 3, ...made(5)]],
  },
  Messages: {
    columns: {
      ...{
        id: 'id',
        remoteJid: 'text',
        dataJson: 'text',
        ack: 'int',
        read: 'flag',
        fromMe: 'flag',
        body: 'text',
        mediaUrl: 'text',
        mediaType: 'text',
      },
      ...{
        isDeleted: 'flag',
        isEdited: 'flag',
        quotedMsgId: 'id',
        ticketId: 'int',
        contactId: 'int',
        userId: 'int',
        ...company,
        ...times,
      },
    },
    rows: [
      [
        '3EB0A1',
        null,
        null,
        0,
        true,
        false,
        'Bom dia, têm rosas?',
        null,
        'conversation',
        false,
        false,
        null,
        10,
        1,
        null,
        1,
        at(3, '12:01:00'),
        at(3, '12:01:00'),
      ],
      [
        '3EB0A2',
        null,
        null,
        4,
        true,
        true,
        'Temos! 🌹',
        null,
        'extendedTextMessage',
        false,
        false,
        '3EB0A1',
        10,
        null,
        2,
        1,
        at(3, '12:31:00'),
        at(3, '12:40:00'),
      ],
      [
        '3EB0A3',
        null,
        null,
        0,
        true,
        false,
        '1697712345678-rosa.png',
        '1697712345678-rosa.png',
        'imageMessage',
        false,
        false,
        null,
        10,
        1,
        null,
        1,
        at(3, '12:32:00'),
        at(3, '12:32:00'),
      ],
      [
        '3EB0A4',
        null,
        null,
        5,
        true,
        true,
        'segue o áudio',
        'https://api.antigo.example/public/company1/nota.ogg',
        'audio',
        false,
        false,
        null,
        10,
        null,
        2,
        1,
        at(3, '12:33:00'),
        at(3, '12:33:00'),
      ],
      [
        '3EB0A5',
        null,
        null,
        0,
        true,
        false,
        'apaguei',
        null,
        'conversation',
        true,
        false,
        null,
        10,
        1,
        null,
        1,
        at(3, '12:34:00'),
        at(3, '12:34:00'),
      ],
      [
        '3EB0A6',
        null,
        null,
        0,
        true,
        false,
        '👍',
        null,
        'reactionMessage',
        false,
        false,
        '3EB0A2',
        10,
        1,
        null,
        1,
        at(3, '12:35:00'),
        at(3, '12:35:00'),
      ],
      [
        '3EB0A7',
        null,
        null,
        0,
        true,
        false,
        'data:image/png;base64,x|https://maps.google.com/maps?q=-23.5%2C-46.6&z=17|Praça',
        null,
        'locationMessage',
        false,
        false,
        null,
        10,
        1,
        null,
        1,
        at(3, '12:36:00'),
        at(3, '12:36:00'),
      ],
      [
        '3EB0A8',
        null,
        null,
        0,
        true,
        false,
        'BEGIN:VCARD\nFN:Zé\nTEL;waid=5511977776666:+55 11\nEND:VCARD',
        null,
        'contactMessage',
        false,
        false,
        null,
        10,
        1,
        null,
        1,
        at(3, '12:37:00'),
        at(3, '12:37:00'),
      ],
      [
        '3EB0B1',
        null,
        null,
        1,
        false,
        true,
        'Ainda precisa?',
        null,
        'chat',
        false,
        false,
        null,
        11,
        null,
        null,
        1,
        at(21),
        at(21),
      ],
      [
        '3EB0C1',
        null,
        null,
        0,
        false,
        false,
        'Oi, pessoal',
        null,
        'conversation',
        false,
        false,
        null,
        12,
        1,
        null,
        1,
        at(7),
        at(7),
      ],
      [
        '3EB0D1',
        null,
        null,
        0,
        false,
        false,
        'de ninguém',
        null,
        'conversation',
        false,
        false,
        null,
        13,
        4,
        null,
        1,
        at(7),
        at(7),
      ],
      [
        '3EB0E1',
        null,
        null,
        0,
        false,
        false,
        '../../etc/passwd',
        '../../../../etc/passwd',
        'documentMessage',
        false,
        false,
        null,
        14,
        6,
        null,
        2,
        at(9),
        at(9),
      ],
    ],
  },
  QuickMessages: {
    columns: {
      id: 'int',
      shortcode: 'text',
      message: 'text',
      ...company,
      userId: 'int',
      mediaPath: 'text',
      mediaName: 'text',
      ...times,
    },
    rows: [
      [1, '/pix', 'Nossa chave: pix@ipe.example', 1, 2, null, null, ...made(2)],
      [2, 'mapa', 'Como chegar', 1, null, 'mapa.png', 'mapa.png', ...made(2)],
    ],
  },
  Schedules: {
    columns: {
      id: 'int',
      body: 'text',
      sendAt: 'time',
      sentAt: 'time',
      contactId: 'int',
      ticketId: 'int',
      userId: 'int',
      ...company,
      status: 'text',
      ...times,
    },
    rows: [
      [1, 'Feliz aniversário!', '2026-12-24T12:00:00.000Z', null, 1, null, 2, 1, 'PENDENTE', ...made(4)],
      [2, 'Passou da hora', at(10), null, 1, null, 2, 1, 'PENDENTE', ...made(4)],
      [3, 'Foi', at(9), at(9), 1, null, 2, 1, 'ENVIADA', ...made(4)],
    ],
  },
  Campaigns: { columns: { id: 'int', name: 'text', ...company, ...times }, rows: [[1, 'Natal', 1, ...made(4)]] },
})

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
