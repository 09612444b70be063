import { defineQuery } from '../kit/define-query.ts'
import { columnsOf, namesIn } from '../kit/sql/row-type.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { settings } from './table.ts'

const row = columnsOf(
  settings,
  'userRating',
  'scheduleType',
  'checkMsgIsGroup',
  'call',
  'chatBotType',
  'sendGreetingAccepted',
  'sendMsgTransfTicket',
  'userCreation',
  'campaignsEnabled',
  'reopenWindowMinutes',
  'devicesPerUser',
  'requireSecondFactor',
  'keepConversationsDays',
  'keepMediaDays',
  'copilotPromptId',
  'country',
  'areaCode',
)

export const companySettings = defineQuery({
  name: 'settings.own',
  summary: 'What the company chose; no row: it has changed nothing',
  args: {},
  row,
  sql: () => sql`select ${namesIn(row)} from settings limit 1`,
})
