// The form of a connection as data: fields and how it opens. What people type is text. Pure; what no field can say alone is connection-rules.ts.
import type { ConnectionRow, ConnectionSettings } from 'db/connections/queries.ts'
import { connectionColumns, connectionDefaults } from 'db/connections/mutations.ts'
import * as v from 'valibot'
import {
  wholeNumber,
  yesNo,
  yesOrNo,
  type FormInput,
  type FormOutput,
} from '../../components/resource-form/check-fields.ts'
import { idsIn, textOfIds } from '../../components/resource-form/id-set.ts'

const { isDefault, queueIds, sendIdQueue, groupQueueId, timeSendQueue, maxUseBotQueues, timeUseBotQueues, ...rest } =
  connectionColumns
const { provider: _provider, promptId: _promptId, expiresTicket, ...typed } = rest

/** The text of a choice that may be none. */
const idOrNone = v.pipe(
  v.string(),
  v.transform((text) => (text === '' ? null : text)),
)

export const connectionFields = {
  ...typed,
  isDefault: v.pipe(yesNo, isDefault),
  queueIds: v.pipe(v.string(), v.transform(idsIn), queueIds),
  sendIdQueue: v.pipe(idOrNone, sendIdQueue),
  groupQueueId: v.pipe(idOrNone, groupQueueId),
  timeSendQueue: v.pipe(wholeNumber, timeSendQueue),
  maxUseBotQueues: v.pipe(wholeNumber, maxUseBotQueues),
  timeUseBotQueues: v.pipe(wholeNumber, timeUseBotQueues),
  expiresTicket: v.pipe(wholeNumber, expiresTicket),
}

export type ConnectionInput = FormInput<typeof connectionFields>
export type ConnectionOutput = FormOutput<typeof connectionFields>

export function inputOf(row: ConnectionSettings): ConnectionInput {
  return {
    name: row.name,
    isDefault: yesOrNo(row.isDefault),
    queueIds: textOfIds(row.queueIds),
    greetingMessage: row.greetingMessage,
    complationMessage: row.complationMessage,
    outOfHoursMessage: row.outOfHoursMessage,
    ratingMessage: row.ratingMessage,
    sendIdQueue: row.sendIdQueue ?? '',
    groupQueueId: row.groupQueueId ?? '',
    timeSendQueue: String(row.timeSendQueue),
    maxUseBotQueues: String(row.maxUseBotQueues),
    timeUseBotQueues: String(row.timeUseBotQueues),
    expiresTicket: String(row.expiresTicket),
    expiresInactiveMessage: row.expiresInactiveMessage,
  }
}

/** The first one is the default. */
export function newConnectionInput(others: readonly ConnectionRow[]): ConnectionInput {
  return inputOf({ ...connectionDefaults, name: '', isDefault: others.length === 0 })
}
