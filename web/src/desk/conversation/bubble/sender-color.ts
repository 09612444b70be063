// A colour that stays with a person of a group: one of eight that are readable on a bubble, light and dark. Pure.

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

export function senderColor(id: string): string {
  let hash = 0
  for (const char of id) hash = Math.trunc(Math.imul(hash, 31) + (char.codePointAt(0) ?? 0))
  return colors[Math.abs(hash) % colors.length] ?? colors[0]
}
