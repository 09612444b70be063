import { defineQuery } from '../kit/define-query.ts'
import { idsArg } from '../kit/sql/query-args.ts'
import { text, uuid } from '../kit/sql/row-type.ts'
import { sql, type SqlText } from '../kit/sql/sql-text.ts'
import { resources } from '../resources.ts'

const tickets = sql`select t.id, c.name from tickets t join contacts c on c.id = t.contact_id`
const messages = sql`select m.id, c.name from messages m join contacts c on c.id = m.contact_id`

export const namesOf = defineQuery({
  name: 'outbox.names',
  summary:
    'What the ids in entries of an outbox stand for: a ticket, a message or a schedule by its contact, others by their name or title',
  args: { ids: idsArg },
  row: { id: uuid, name: text },
  sql: ({ ids }) => {
    const others = [messages, ...resources.map(({ names }) => names)]
    const named = (names: SqlText) => sql`select id, name from (${names}) known where id = any(${ids}::uuid[])`
    return others.reduce((all, names) => sql`${all} union all ${named(names)}`, named(tickets))
  },
  example: (id) => ({ ids: [id('ticket'), id('message'), id('queue'), id('contact')] }),
})
