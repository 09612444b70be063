// A colour that stays with a person: one of eight that styles.css has for both themes, as text on a bubble and as the tint behind initials. Pure.

export const personColors = 8

/** From 0. `key`: an id or a name, the same wherever they are shown. */
export function personColor(key: string): number {
  let hash = 0
  for (const char of key) hash = Math.trunc(Math.imul(hash, 31) + (char.codePointAt(0) ?? 0))
  return Math.abs(hash) % personColors
}
