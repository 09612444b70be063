import { defineQuery } from '../kit/define-query.ts'
import { columnsOf, namesIn } from '../kit/sql/row-type.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { notificationSettings } from './table.ts'

const row = columnsOf(notificationSettings, 'showText')

export const ownNotificationSettings = defineQuery({
  name: 'notificationSettings.own',
  summary: 'What whoever asks wants of notifications; no row: the defaults',
  args: {},
  row,
  // The scope has nobody else's.
  sql: () => sql`select ${namesIn(row)} from notification_settings limit 1`,
})
