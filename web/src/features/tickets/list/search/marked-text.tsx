import type { Piece } from './highlight.ts'

/** What was searched for stands out. */
export function MarkedText({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, found }, index) =>
    found ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
      <mark key={index} className="rounded-sm bg-warning-soft font-medium text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
