import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { listQueries } from '../kit/sql/list-queries.ts'
import { columnsOf, namesIn } from '../kit/sql/row-type.ts'
import { folded, matching, sql } from '../kit/sql/sql-text.ts'
import { prompts } from './table.ts'

const row = columnsOf(
  prompts,
  'id',
  'name',
  'prompt',
  'queueId',
  'voice',
  'voiceRegion',
  'maxTokens',
  'temperature',
  'maxMessages',
  'baseUrl',
  'model',
  'transcriptionModel',
  'reasoning',
  'inputPrice',
  'outputPrice',
  'ticketAnswers',
  'dayAnswers',
  'ticketCost',
  'dayCost',
  'apiKeyHint',
  'voiceKeyHint',
)

export const {
  window: promptWindow,
  count: promptCount,
  one: promptById,
} = listQueries({
  noun: 'prompt',
  title: 'prompts',
  row,
  columns: namesIn(row),
  from: sql`prompts`,
  id: sql`id`,
  has: (term) => matching(term, sql`name`),
  orderBy: folded(sql`name`),
})

export type PromptRow = RowOf<typeof promptById>

const choice = columnsOf(prompts, 'id', 'name')

export const promptChoices = defineQuery({
  name: 'prompt.choices',
  summary: 'Prompts to choose from, by name',
  args: {},
  row: choice,
  sql: () => sql`select ${namesIn(choice)} from prompts order by ${folded(sql`name`)}, id`,
})
