import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { createSchedule, deleteSchedule, updateSchedule } from './mutations.ts'
import * as queries from './queries.ts'
import { schedules, syncedSchedules } from './table.ts'

const sendAt = '2090-01-01T12:00:00.000Z'

export const scheduleResource = defineResource({
  noun: 'schedule',
  names: sql`select s.id, c.name from schedules s join contacts c on c.id = s.contact_id`,
  synced: syncedSchedules,
  mutations: [createSchedule, updateSchedule, deleteSchedule],
  queries,
  example: ({ of }) => ({
    one: { contactId: of('contact'), body: 'Seu bolo está pronto', sendAt },
    another: { contactId: of('contact'), body: 'Bom dia, {{name}}', sendAt },
    change: { body: 'Seu pão está pronto' },
  }),
  list: {
    path: '/schedules',
    orderBy: schedules.sendAt,
    search: [schedules.body],
    notFound: 'ERR_NOT_FOUND',
    envelope: 'schedules',
  },
})
