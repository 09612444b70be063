// The form of a queue as data: fields, how it opens, what the columns' schemas can't say.
import type { QueueRow } from 'db/queues/queries.ts'
import { t } from '@lingui/core/macro'
import { defaultOpeningHours, openingHours, type OpeningHours } from 'db/bot/opening-hours.ts'
import { presetColors } from 'db/kit/preset-colors.ts'
import { isMute } from 'db/queues/rules.ts'
import { queueColumns, queueOutOfHoursMessage } from 'db/queues/mutations.ts'
import type { Settings } from 'db/settings/table.ts'
import * as v from 'valibot'
import { wholeNumber, type FormInput, type FormOutput } from '../../components/resource-form/check-fields.ts'
import { hasProblems } from '../../components/hours-editor/edit-hours.ts'
import { codeMessage } from '../../lib/text/error-message.ts'
import { fileText, noFile, textOfFile } from '../../desk/stored-file.ts'

export const queueFields = {
  ...queueColumns,
  orderQueue: v.pipe(wholeNumber, queueColumns.orderQueue),
  outOfHoursMessage: queueOutOfHoursMessage,
  // A form holds texts: the hours are the JSON of what their editor has.
  hours: v.pipe(v.string(), v.parseJson(), v.nullable(openingHours)),
  file: fileText,
}

export type QueueInput = FormInput<typeof queueFields>
export type QueueOutput = FormOutput<typeof queueFields>

export function inputOf(row: Omit<QueueRow, 'id'>): QueueInput {
  const { name, color, orderQueue, greetingMessage, outOfHoursMessage, hours } = row
  const texts = { name, color, orderQueue: String(orderQueue), greetingMessage, outOfHoursMessage }
  return { ...texts, hours: hoursText(hours), file: textOfFile(row) }
}

/** Behind the others, in a colour that is free; with the usual hours where queues' hours count. */
export function newQueueInput(others: readonly QueueRow[], scheduleType: Settings['scheduleType']): QueueInput {
  const last = Math.max(0, ...others.map(({ orderQueue }) => orderQueue))
  const taken = colorsOf(others)
  const color = presetColors.find((preset) => !taken.has(preset)) ?? ''
  const texts = { greetingMessage: '', outOfHoursMessage: '' }
  const hours = scheduleType === 'queue' ? defaultOpeningHours : null
  return { name: '', color, orderQueue: String(last + 1), ...texts, hours: hoursText(hours), file: textOfFile(noFile) }
}

/** Customers choose between several queues, so each needs its greeting. */
export function queueRules(input: QueueInput, others: readonly QueueRow[]) {
  return {
    color: colorsOf(others).has(input.color.toLowerCase()) ? codeMessage('ERR_QUEUE_COLOR_ALREADY_EXISTS') : null,
    greetingMessage: others.length > 0 && isMute(input) ? t`Obrigatória quando há mais de uma fila.` : null,
    hours: hasProblems(hoursOf(input)) ? t`Corrija os horários.` : null,
  }
}

export const hoursText = (hours: OpeningHours | null): string => JSON.stringify(hours)

/** As their editor has them: a time may be missing. */
export const hoursOf = ({ hours }: QueueInput): OpeningHours | null => JSON.parse(hours) as OpeningHours | null

export function colorsOf(queues: readonly QueueRow[]): ReadonlySet<string> {
  return new Set(queues.map(({ color }) => color))
}
