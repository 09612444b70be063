import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { columnsOf, namesIn } from '../kit/sql/row-type.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { companies } from './table.ts'

const row = columnsOf(
  companies,
  'id',
  'name',
  'dueDate',
  'operator',
  'timeZone',
  'archiveAfterDays',
  'hours',
  'features',
  'webhooksOff',
)

export const ownCompany = defineQuery({
  name: 'company.own',
  summary: 'The company of whoever asks',
  args: {},
  row,
  sql: () => sql`select ${namesIn(row)} from companies limit 1`,
})

export type CompanyRow = RowOf<typeof ownCompany>
