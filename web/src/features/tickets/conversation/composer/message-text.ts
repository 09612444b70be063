// What becomes of a written text on its way out: variables are filled, the writer's name stands above it. Pure.
import { fillVariables, type VariableValues } from 'db/bot/variables.ts'
import { cutText } from 'db/kit/texts/cut-text.ts'
import { signed } from '../../../../lib/text/signature.ts'

/** As the insert menu offers them. */
export const variableNames = ['firstName', 'name', 'ms', 'protocol', 'date', 'hour'] as const
export type VariableName = (typeof variableNames)[number]

/** `signedBy` null: not signed. */
export function finishedText(text: string, values: VariableValues, signedBy: string | null): string {
  return signed(fillVariables(text, values), signedBy)
}

/** Begun quick message at the caret: `/` at the start or after a space, and what stands behind it. */
export function slashTermAt(text: string, caret: number): { start: number; term: string } | null {
  const match = /(?<=^|\s)\/(\S*)$/.exec(text.slice(0, caret))
  return match && { start: match.index, term: match[1] ?? '' }
}

const previewLength = 35

/** The first 35 characters of one line. */
export function cutPreview(message: string): string {
  return cutText(message.replaceAll(/\s+/g, ' ').trim(), previewLength)
}
