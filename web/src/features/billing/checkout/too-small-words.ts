import { t } from '@lingui/core/macro'
import { AppError } from 'db/kit/errors.ts'
import * as v from 'valibot'
import { overAnswer, overWords } from '../../../desk/billing/over-words.ts'

const details = v.object({ over: overAnswer })

/** What of a plan is too little for what the company uses. */
export function tooSmallWords(error: unknown): string {
  const read = v.safeParse(details, error instanceof AppError ? error.details : undefined)
  const over = read.success ? overWords(read.output.over) : ''
  return `${t`Este plano é pequeno para o que a empresa usa.`} ${over}`.trim()
}
