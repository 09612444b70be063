// The colour of somebody's name in a group: readable on a bubble, light and dark. Pure.
import { personColor } from '../../../lib/text/person-color.ts'

/** Defined in styles.css, for both themes. */
const colors = [
  'text-person-1',
  'text-person-2',
  'text-person-3',
  'text-person-4',
  'text-person-5',
  'text-person-6',
  'text-person-7',
  'text-person-8',
] as const

export const senderColor = (id: string): string => colors[personColor(id)] ?? colors[0]
