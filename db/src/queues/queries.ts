import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { columnsOf, namesIn, text, uuid } from '../kit/sql/row-type.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { queueOptions, queues } from './table.ts'

const row = columnsOf(
  queues,
  'id',
  'name',
  'color',
  'orderQueue',
  'greetingMessage',
  'outOfHoursMessage',
  'hours',
  'mediaHash',
  'mediaName',
  'mediaMime',
  'mediaSize',
  'promptId',
  'integrationId',
  'billingLookup',
)

export const allQueues = defineQuery({
  name: 'queue.all',
  summary: 'All queues, in no order',
  args: {},
  row,
  sql: () => sql`select ${namesIn(row)} from queues`,
})

export type QueueRow = RowOf<typeof allQueues>

const choice = columnsOf(queues, 'id', 'name', 'color', 'hours', 'outOfHoursMessage')

export const queueChoices = defineQuery({
  name: 'queue.choices',
  summary: 'All queues to choose from, in their order',
  args: {},
  row: choice,
  sql: () => sql`select ${namesIn(choice)} from queues order by order_queue, name, id`,
})

export type QueueChoice = RowOf<typeof queueChoices>

export const peopleOfQueues = defineQuery({
  name: 'queue.people',
  summary: 'Who works on which queue, by name',
  args: {},
  row: { queueId: uuid, id: uuid, name: text },
  sql: () => sql`
    select w.queue_id, u.id, u.name from user_queues w join users u on u.id = w.user_id order by lower(u.name), u.id`,
})

const option = columnsOf(
  queueOptions,
  'id',
  'queueId',
  'parentId',
  'option',
  'title',
  'message',
  'mediaHash',
  'mediaName',
  'mediaMime',
  'mediaSize',
)

/** The options of all queues: the trial of one queue's tree walks through the others too. */
export const allOptions = defineQuery({
  name: 'queueOption.all',
  summary: "The options of all queues' trees, in no order",
  args: {},
  row: option,
  sql: () => sql`select ${namesIn(option)} from queue_options`,
})

export type OptionRow = RowOf<typeof allOptions>
