import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { listQueries } from '../kit/sql/list-queries.ts'
import { columnsOf, namesIn } from '../kit/sql/row-type.ts'
import { folded, matching, sql } from '../kit/sql/sql-text.ts'
import { queueIntegrations } from './table.ts'

const row = columnsOf(
  queueIntegrations,
  'id',
  'type',
  'name',
  'projectName',
  'language',
  'urlN8N',
  'typebotSlug',
  'typebotDelayMessage',
  'typebotExpires',
  'typebotKeywordFinish',
  'typebotKeywordRestart',
  'typebotRestartMessage',
  'typebotUnknownMessage',
  'secretHint',
)

export const {
  window: integrationWindow,
  count: integrationCount,
  one: integrationById,
} = listQueries({
  noun: 'queueIntegration',
  title: 'queue integrations',
  row,
  columns: namesIn(row),
  from: sql`queue_integrations`,
  id: sql`id`,
  has: (term) => matching(term, sql`name`),
  orderBy: folded(sql`name`),
})

export type IntegrationRow = RowOf<typeof integrationById>

const choice = columnsOf(queueIntegrations, 'id', 'name', 'type')

export const integrationChoices = defineQuery({
  name: 'queueIntegration.choices',
  summary: 'Queue integrations to choose from, by name',
  args: {},
  row: choice,
  sql: () => sql`select ${namesIn(choice)} from queue_integrations order by ${folded(sql`name`)}, id`,
})
