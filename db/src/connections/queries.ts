import * as v from 'valibot'
import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { idArg } from '../kit/sql/query-args.ts'
import { columnsOf, integer, namesIn, uuids } from '../kit/sql/row-type.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { connectionDays, connections } from './table.ts'

const own = columnsOf(
  connections,
  'id',
  'name',
  'isDefault',
  'greetingMessage',
  'complationMessage',
  'outOfHoursMessage',
  'ratingMessage',
  'sendIdQueue',
  'groupQueueId',
  'promptId',
  'integrationId',
  'timeSendQueue',
  'maxUseBotQueues',
  'timeUseBotQueues',
  'expiresTicket',
  'expiresInactiveMessage',
  'status',
  'statusReason',
  'statusAt',
  'retries',
  'retryAt',
  'number',
  'connectedAt',
  'lastMessageAt',
  'tokenHint',
)

export const allConnections = defineQuery({
  name: 'connection.all',
  summary: 'All connections, the default one first',
  args: {},
  row: { ...own, queueIds: uuids },
  sql: () => sql`
    select ${namesIn(own, 'c')},
      array(select q.queue_id from connection_queues q where q.connection_id = c.id order by q.queue_id) as queue_ids
    from connections c order by c.is_default desc, c.name, c.id`,
})

export type ConnectionRow = RowOf<typeof allConnections>

/** What a person sets up. */
export type ConnectionSettings = Omit<
  ConnectionRow,
  | 'id'
  | 'status'
  | 'statusReason'
  | 'statusAt'
  | 'retries'
  | 'retryAt'
  | 'number'
  | 'connectedAt'
  | 'lastMessageAt'
  | 'tokenHint'
>

const choice = columnsOf(connections, 'id', 'name', 'isDefault')

export const connectionChoices = defineQuery({
  name: 'connection.choices',
  summary: 'All connections to choose from, the default one first',
  args: {},
  row: choice,
  sql: () => sql`select ${namesIn(choice)} from connections order by is_default desc, lower(name), id`,
})

export const connectionsDown = defineQuery({
  name: 'connection.down',
  summary: 'How many connections are not up',
  args: {},
  row: { down: integer },
  sql: () => sql`select count(*)::int as down from connections where status <> 'CONNECTED'`,
})

const bot = columnsOf(connections, 'greetingMessage', 'outOfHoursMessage', 'maxUseBotQueues', 'timeUseBotQueues')

export const connectionFor = defineQuery({
  name: 'connection.ofQueue',
  summary: 'What the bot says over the connection that offers a queue; else over the default one',
  args: { queueId: idArg },
  row: bot,
  sql: ({ queueId }) => sql`
    select ${namesIn(bot)} from connections c
    order by exists (select from connection_queues where connection_id = c.id and queue_id = ${queueId}::uuid) desc,
      is_default desc, id limit 1`,
  example: (id) => ({ queueId: id('queue') }),
})

const traffic = columnsOf(connectionDays, 'id', 'day', 'delivered', 'stored', 'changed', 'ignored', 'sent', 'refused')

export const trafficOf = defineQuery({
  name: 'connection.traffic',
  summary: 'What a connection received and sent in its last 14 days, the latest first',
  args: { connectionId: idArg },
  row: traffic,
  sql: ({ connectionId }) => sql`
    select ${namesIn(traffic)} from connection_days where connection_id = ${connectionId}::uuid order by day desc limit 14`,
  example: (id) => ({ connectionId: id('connection') }),
})

export type TrafficDay = RowOf<typeof trafficOf>

export const waitingOf = defineQuery({
  name: 'connection.waiting',
  summary: 'How many own messages WhatsApp has not answered for yet',
  args: { connectionId: idArg },
  row: { count: integer },
  sql: ({ connectionId }) => sql`
    select count(*)::int as count from messages where connection_id = ${connectionId}::uuid and from_me and ack = 0`,
  example: (id) => ({ connectionId: id('connection') }),
})

/** What deleting a connection would close. */
export const openTicketsOver = defineQuery({
  name: 'connection.openTickets',
  summary: 'How many tickets of a connection are not closed',
  args: { connectionId: idArg },
  row: { count: integer },
  sql: ({ connectionId }) => sql`
    select count(*)::int as count from tickets where connection_id = ${connectionId}::uuid and status <> 'closed'`,
  example: (id) => ({ connectionId: id('connection') }),
})

const closedText = columnsOf(connections, 'outOfHoursMessage')

/** None for a queue that is to be made. */
export const outOfHoursTexts = defineQuery({
  name: 'connection.outOfHoursTexts',
  summary: 'What the connections that offer a queue say out of hours',
  args: { queueId: v.nullable(idArg) },
  row: closedText,
  sql: ({ queueId }) => sql`
    select ${namesIn(closedText)} from connections
    where id in (select connection_id from connection_queues where queue_id = ${queueId}::uuid)`,
  example: (id) => ({ queueId: id('queue') }),
})
