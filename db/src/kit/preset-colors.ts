// The colours that are offered for tags and queues, and that are chosen where nobody says one.
/** Far enough from each other as small marks, on light and on dark; white is readable on each. */
export const presetColors = [
  '#0f766e',
  '#15803d',
  '#4d7c0f',
  '#a16207',
  '#c2410c',
  '#b91c1c',
  '#be185d',
  '#a21caf',
  '#6d28d9',
  '#1d4ed8',
  '#0369a1',
  '#475569',
] as const

/** For the next of `count` things, so that neighbours differ. */
export const presetColorAt = (count: number) => presetColors[count % presetColors.length] ?? presetColors[0]
