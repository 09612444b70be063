import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { listQueries } from '../kit/sql/list-queries.ts'
import { idArg } from '../kit/sql/query-args.ts'
import { columnsOf, integer, namesIn, nullable, text } from '../kit/sql/row-type.ts'
import { matching, sql } from '../kit/sql/sql-text.ts'
import { campaigns, campaignSettings } from './table.ts'

const own = columnsOf(
  campaigns,
  'id',
  'name',
  'status',
  'connectionId',
  'contactListId',
  'tagId',
  'fileListId',
  'scheduledAt',
  'confirmation',
  'message1',
  'message2',
  'message3',
  'message4',
  'message5',
  'confirmationMessage1',
  'confirmationMessage2',
  'confirmationMessage3',
  'confirmationMessage4',
  'confirmationMessage5',
  'mediaHash',
  'mediaName',
  'mediaMime',
  'mediaSize',
  'startedAt',
  'completedAt',
  'stopReason',
  'waitsFor',
  'peopleCount',
  'validCount',
  'deliveredCount',
  'updatedAt',
)

export const {
  window: campaignWindow,
  count: campaignCount,
  one: campaignById,
} = listQueries({
  noun: 'campaign',
  title: 'campaigns',
  /** Names are null of what was not chosen, or is gone. */
  row: {
    ...own,
    connectionName: nullable(text),
    connectionStatus: nullable(text),
    connectionReason: nullable(text),
    listName: nullable(text),
    tagName: nullable(text),
  },
  columns: sql`${namesIn(own, 'c')}, n.name as connection_name, n.status as connection_status, n.status_reason as connection_reason, l.name as list_name, t.name as tag_name`,
  from: sql`campaigns c left join connections n on n.id = c.connection_id left join contact_lists l on l.id = c.contact_list_id
    left join tags t on t.id = c.tag_id`,
  id: sql`c.id`,
  has: (term) => matching(term, sql`c.name`),
  // What runs, what is to come, what stands still, what is over; the latest first.
  orderBy: sql`case c.status when 'EM_ANDAMENTO' then 0 when 'PROGRAMADA' then 1 when 'CANCELADA' then 2 when 'INATIVA' then 2 else 3 end,
    c.updated_at desc`,
})

export type CampaignRow = RowOf<typeof campaignById>

const name = columnsOf(campaigns, 'id', 'name', 'status')

export const campaignName = defineQuery({
  name: 'campaign.name',
  summary: 'What a campaign is called, and how it stands',
  args: { id: idArg },
  row: name,
  sql: ({ id }) => sql`select ${namesIn(name)} from campaigns where id = ${id}::uuid`,
  example: (id) => ({ id: id('campaign') }),
})

export const campaignsOfList = defineQuery({
  name: 'campaign.ofList',
  summary: 'The campaigns that go to a contact list',
  args: { contactListId: idArg },
  row: name,
  sql: ({ contactListId }) => sql`
    select ${namesIn(name)} from campaigns where contact_list_id = ${contactListId}::uuid order by updated_at desc, id limit 50`,
  example: (id) => ({ contactListId: id('contactList') }),
})

export const campaignsOver = defineQuery({
  name: 'campaign.overConnection',
  summary: 'How many campaigns go over a connection, now or at their time',
  args: { connectionId: idArg },
  row: { count: integer },
  sql: ({ connectionId }) => sql`
    select count(*)::int as count from campaigns
    where connection_id = ${connectionId}::uuid and status in ('EM_ANDAMENTO', 'PROGRAMADA')`,
  example: (id) => ({ connectionId: id('connection') }),
})

const chosen = columnsOf(
  campaignSettings,
  'messageInterval',
  'longerIntervalAfter',
  'greaterInterval',
  'variables',
  'startHour',
  'endHour',
  'dailyCap',
  'warmUp',
  'stopWords',
  'stoppedText',
)

export const campaignSettingsOwn = defineQuery({
  name: 'campaignSettings.own',
  summary: 'How the company sends campaigns; no row: as by default',
  args: {},
  row: chosen,
  sql: () => sql`select ${namesIn(chosen)} from campaign_settings limit 1`,
})
