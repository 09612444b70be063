// What becomes of a written text on its way out: variables are filled, the writer's name stands above it. Pure.
import { fillVariables, type VariableValues } from 'db/bot/variables.ts'
import { cutText } from 'db/kit/cut-text.ts'

/** As the insert menu offers them. */
export const variableNames = ['firstName', 'name', 'ms', 'protocol', 'date', 'hour'] as const
export type VariableName = (typeof variableNames)[number]

/** `signedBy` null: not signed. A file without words has nothing to sign. */
export function finishedText(text: string, values: VariableValues, signedBy: string | null): string {
  const filled = fillVariables(text, values)
  // A star of the name would end the mark.
  const name = signedBy?.replaceAll('*', '').trim() ?? ''
  return filled === '' || name === '' ? filled : `*${name}:*\n${filled}`
}

/** Begun quick message at the caret: `/` at the start or after a space, and at least so many characters behind it. */
export function slashTermAt(text: string, caret: number, least = 2): { start: number; term: string } | null {
  const match = /(?<=^|\s)\/(\S*)$/.exec(text.slice(0, caret))
  const term = match?.[1] ?? ''
  return match && term.length >= least ? { start: match.index, term } : null
}

const previewLength = 35

/** The first 35 characters of one line. */
export function cutPreview(message: string): string {
  return cutText(message.replaceAll(/\s+/g, ' ').trim(), previewLength)
}
