// The form of a queue as data: fields, how it opens, what the columns' schemas can't say.
import { t } from '@lingui/core/macro'
import { queueColumns } from 'db/queues/mutations.ts'
import * as v from 'valibot'
import { wholeNumber, type FormInput, type FormOutput } from '../../components/resource-form/check-fields.ts'
import { presetColors } from '../../components/preset-colors.ts'
import { codeMessage } from '../../lib/error-message.ts'
import type { QueueRow } from './queries.ts'

export const queueFields = { ...queueColumns, orderQueue: v.pipe(wholeNumber, queueColumns.orderQueue) }

export type QueueInput = FormInput<typeof queueFields>
export type QueueOutput = FormOutput<typeof queueFields>

export function inputOf({ name, color, orderQueue, greetingMessage }: Omit<QueueRow, 'id'>): QueueInput {
  return { name, color, orderQueue: String(orderQueue), greetingMessage }
}

/** Behind the others, in a colour that is free. */
export function newQueueInput(others: readonly QueueRow[]): QueueInput {
  const last = Math.max(0, ...others.map(({ orderQueue }) => orderQueue))
  const taken = colorsOf(others)
  const color = presetColors.find((preset) => !taken.has(preset)) ?? ''
  return { name: '', color, orderQueue: String(last + 1), greetingMessage: '' }
}

/** Customers choose between several queues, so each needs its greeting. */
export function queueRules(input: QueueInput, others: readonly QueueRow[]) {
  return {
    color: colorsOf(others).has(input.color.toLowerCase()) ? codeMessage('ERR_QUEUE_COLOR_ALREADY_EXISTS') : null,
    greetingMessage:
      others.length > 0 && input.greetingMessage.trim() === '' ? t`Obrigatória quando há mais de uma fila.` : null,
  }
}

export function colorsOf(queues: readonly QueueRow[]): ReadonlySet<string> {
  return new Set(queues.map(({ color }) => color))
}
