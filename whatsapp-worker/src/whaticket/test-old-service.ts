// A service of the Whaticket family with two companies, for tests: test-old-database.ts makes it.
import { at, made, times, type OldDatabase } from './test-old-database.ts'

const company = { companyId: 'int' } as const

/** bcrypt of 'segredo-antigo', with the old system's cost. */
export const oldPassword = 'segredo-antigo'
const oldHash = '$2b$08$wXuZn2ZHfQzOFvPlBu9dvus1TkrD7kQWRBcyu0kd0hJFl8YJzcp.q'

const rose = '1697712345678-rosa.png'
const voice = 'https://api.antigo.example/public/company1/nota.ogg'
const place = 'data:image/png;base64,x|https://maps.google.com/maps?q=-23.5%2C-46.6&z=17|Praça'
const card = 'BEGIN:VCARD\nFN:Zé\nTEL;waid=5511977776666:+55 11\nEND:VCARD'
const escaping = { body: '../../etc/passwd', mediaUrl: '../../../../etc/passwd', mediaType: 'documentMessage' }

/** A customer's message of ticket 10, read. */
const theirs = (id: string, clock: string, day = 3) => ({
  ack: 0,
  read: true,
  fromMe: false,
  mediaType: 'conversation',
  isDeleted: false,
  isEdited: false,
  id,
  ticketId: 10,
  contactId: 1,
  companyId: 1,
  createdAt: at(day, clock),
  updatedAt: at(day, clock),
})
const ours = (id: string, clock: string, day = 3) => ({
  ...theirs(id, clock, day),
  read: true,
  fromMe: true,
  contactId: null,
  userId: 2,
})

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
      id: 'id',
      remoteJid: 'text',
      dataJson: 'text',
      ack: 'int',
      read: 'flag',
      fromMe: 'flag',
      body: 'text',
      mediaUrl: 'text',
      mediaType: 'text',
      isDeleted: 'flag',
      isEdited: 'flag',
      quotedMsgId: 'id',
      ticketId: 'int',
      contactId: 'int',
      userId: 'int',
      companyId: 'int',
      createdAt: 'time',
      updatedAt: 'time',
    },
    rows: [
      { ...theirs('3EB0A1', '12:01:00'), body: 'Bom dia, têm rosas?' },
      {
        ...ours('3EB0A2', '12:31:00'),
        body: 'Temos! 🌹',
        mediaType: 'extendedTextMessage',
        quotedMsgId: '3EB0A1',
        ack: 4,
      },
      { ...theirs('3EB0A3', '12:32:00'), body: rose, mediaUrl: rose, mediaType: 'imageMessage' },
      { ...ours('3EB0A4', '12:33:00'), body: 'segue o áudio', mediaUrl: voice, mediaType: 'audio', ack: 5 },
      { ...theirs('3EB0A5', '12:34:00'), body: 'apaguei', isDeleted: true },
      { ...theirs('3EB0A6', '12:35:00'), body: '👍', mediaType: 'reactionMessage', quotedMsgId: '3EB0A2' },
      { ...theirs('3EB0A7', '12:36:00'), body: place, mediaType: 'locationMessage' },
      { ...theirs('3EB0A8', '12:37:00'), body: card, mediaType: 'contactMessage' },
      {
        ...ours('3EB0B1', '12:00:00', 21),
        body: 'Ainda precisa?',
        mediaType: 'chat',
        ack: 1,
        ticketId: 11,
        userId: null,
      },
      { ...theirs('3EB0C1', '12:00:00', 7), body: 'Oi, pessoal', read: false, ticketId: 12 },
      { ...theirs('3EB0D1', '12:00:00', 7), body: 'de ninguém', read: false, ticketId: 13, contactId: 4 },
      { ...theirs('3EB0E1', '12:00:00', 9), ...escaping, read: false, ticketId: 14, contactId: 6, companyId: 2 },
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
