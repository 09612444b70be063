// The form of a queue: how a new one opens, and what the columns' schemas can't say.
import type { QueueRow } from 'db/queues/queries.ts'
import { t } from '@lingui/core/macro'
import { defaultOpeningHours } from 'db/bot/opening-hours.ts'
import { presetColors } from 'db/kit/preset-colors.ts'
import { isMute } from 'db/queues/rules.ts'
import type { queueColumns } from 'db/queues/mutations.ts'
import type { Settings } from 'db/settings/table.ts'
import type { FieldRules, FormValues } from '../../components/resource-form/check-fields.ts'
import { hasProblems } from '../../components/hours-editor/edit-hours.ts'
import { codeMessage } from '../../lib/text/error-message.ts'
import { noFile } from '../../desk/files/stored-file.ts'

export type QueueFields = typeof queueColumns
export type QueueValues = FormValues<QueueFields>

/** Behind the others, in a colour that is free; with the usual hours where queues' hours count. */
export function newQueue(others: readonly QueueRow[], scheduleType: Settings['scheduleType']): QueueValues {
  const last = Math.max(0, ...others.map(({ orderQueue }) => orderQueue))
  const taken = colorsOf(others)
  const color = presetColors.find((preset) => !taken.has(preset)) ?? ''
  const texts = { greetingMessage: '', outOfHoursMessage: '' }
  const hours = scheduleType === 'queue' ? defaultOpeningHours : null
  return {
    name: '',
    color,
    orderQueue: last + 1,
    ...texts,
    hours,
    promptId: null,
    integrationId: null,
    ...noFile,
    billingLookup: false,
  }
}

/** Customers choose between several queues, so each needs its greeting. */
export function queueRules(others: readonly QueueRow[]): FieldRules<QueueFields> {
  return {
    color: ({ color }) =>
      colorsOf(others).has(color.toLowerCase()) ? codeMessage('ERR_QUEUE_COLOR_ALREADY_EXISTS') : null,
    greetingMessage: (values) =>
      others.length > 0 && isMute(values) ? t`Obrigatória quando há mais de uma fila.` : null,
    hours: ({ hours }) => (hasProblems(hours) ? t`Corrija os horários.` : null),
  }
}

export function colorsOf(queues: readonly QueueRow[]): ReadonlySet<string> {
  return new Set(queues.map(({ color }) => color))
}
