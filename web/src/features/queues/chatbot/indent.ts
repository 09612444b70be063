import type { CSSProperties } from 'react'

/** Deeper ones stay in sight on a phone. */
const deepest = 6

/** CSS length of an option's indentation; `--indent` is one step, set by the page for its width. */
export function indentOf(depth: number): CSSProperties['paddingLeft'] {
  return `calc(var(--indent) * ${Math.min(depth, deepest)})`
}
