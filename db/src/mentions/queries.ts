import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { idArg, limitArg } from '../kit/sql/query-args.ts'
import { bool, columnsOf, integer, namesIn, nullable, text } from '../kit/sql/row-type.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { ticketNotes } from '../tickets/notes-table.ts'
import { users } from '../users/table.ts'
import { noteMentions } from './table.ts'

/** The scope has nobody else's. A note or a ticket that is not there any more, or not for whoever asks, is nothing to be told of. */
const unseen = sql`
  note_mentions m join ticket_notes n on n.id = m.note_id join tickets t on t.id = m.ticket_id
  where m.seen_at is null`

export const unseenMentionCount = defineQuery({
  name: 'mention.count',
  summary: 'How many notes mention whoever asks that they have not seen',
  args: {},
  row: { count: integer },
  sql: () => sql`select count(*)::int as count from ${unseen}`,
})

const mention = columnsOf(noteMentions, 'id', 'noteId', 'ticketId', 'createdAt')

export const unseenMentions = defineQuery({
  name: 'mention.unseen',
  summary: 'Notes that mention whoever asks and that they have not seen, newest first',
  args: { limit: limitArg },
  row: {
    ...mention,
    ...columnsOf(ticketNotes, 'note'),
    authorName: nullable(text),
    contactName: nullable(text),
    contactNumber: nullable(text),
  },
  sql: ({ limit }) => sql`
    select ${namesIn(mention, 'm')}, m.note, u.name as author_name, c.name as contact_name, c.number as contact_number
    from (
      select m.*, n.note, n.user_id as author_id, t.contact_id from ${unseen}
      order by m.created_at desc, m.id desc limit ${limit}
    ) m
    left join users u on u.id = m.author_id
    left join lateral (select name, number from contacts where id = m.contact_id limit 1) c on true
    order by m.created_at desc, m.id desc`,
  example: () => ({ limit: 20 }),
})

export type UnseenMention = RowOf<typeof unseenMentions>

const person = columnsOf(users, 'id', 'name', 'email')

export const mentionable = defineQuery({
  name: 'mention.people',
  summary: 'Everybody of the company by name, and whether they may see a ticket',
  args: { ticketId: idArg },
  row: { ...person, sees: bool },
  sql: ({ ticketId }) => sql`
    select ${namesIn(person, 'u')}, (u.profile = 'admin' or exists (
      select from tickets t join user_queues w on w.queue_id = t.queue_id
      where t.id = ${ticketId}::uuid and w.user_id = u.id
    )) as sees
    from users u order by lower(u.name), u.id`,
  example: (id) => ({ ticketId: id('ticket') }),
})

export type Mentionable = RowOf<typeof mentionable>
