import { defineQuery } from '../kit/define-query.ts'
import { idsArg } from '../kit/query-args.ts'
import { text, uuid } from '../kit/row-type.ts'
import { sql } from '../kit/sql-text.ts'

export const namesOf = defineQuery({
  name: 'outbox.names',
  summary:
    'What the ids in entries of an outbox stand for: a ticket, a message or a schedule by its contact, others by their name or title',
  args: { ids: idsArg },
  row: { id: uuid, name: text },
  sql: ({ ids }) => sql`
    select t.id, c.name from tickets t join contacts c on c.id = t.contact_id where t.id = any(${ids}::uuid[])
    union all select m.id, c.name from messages m join contacts c on c.id = m.contact_id where m.id = any(${ids}::uuid[])
    union all select id, name from connections where id = any(${ids}::uuid[])
    union all select id, name from queues where id = any(${ids}::uuid[])
    union all select id, title as name from queue_options where id = any(${ids}::uuid[])
    union all select id, name from contacts where id = any(${ids}::uuid[])
    union all select id, name from users where id = any(${ids}::uuid[])
    union all select id, name from tags where id = any(${ids}::uuid[])
    union all select id, shortcode as name from quick_messages where id = any(${ids}::uuid[])
    union all select s.id, c.name from schedules s join contacts c on c.id = s.contact_id where s.id = any(${ids}::uuid[])
    union all select id, name from file_lists where id = any(${ids}::uuid[])
    union all select id, title as name from helps where id = any(${ids}::uuid[])`,
  example: (id) => ({ ids: [id('ticket'), id('message'), id('queue'), id('contact')] }),
})
