// A table of figures: what it is about in the first column, numbers in the others, some of which open the tickets behind them.
import type { ReactNode } from 'react'

export interface FigureCell {
  text: string
  /** Read out instead of the text alone, where it opens something. */
  label?: string
  onOpen?: (() => void) | null
}

export interface FiguresTableProps {
  label: string
  heads: readonly string[]
  rows: readonly { key: string; head: ReactNode; cells: readonly FigureCell[] }[]
}

export function FiguresTable({ label, heads, rows }: FiguresTableProps) {
  return (
    // Wider than the screen it is moved sideways, by keys too.
    <div className="overflow-x-auto pb-1" role="region" aria-label={label} tabIndex={0}>
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="text-xs text-muted">
            {heads.map((head, place) => (
              <th
                key={head}
                scope="col"
                className={
                  place === 0
                    ? 'sticky left-0 h-8 bg-surface px-4 font-medium'
                    : 'h-8 px-3 text-right font-medium whitespace-nowrap'
                }
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {rows.map(({ key, head, cells }) => (
            <tr key={key}>
              <th scope="row" className="sticky left-0 max-w-56 min-w-32 bg-surface px-4 py-1 font-normal">
                {head}
              </th>
              {cells.map((cell, place) => (
                <td key={heads[place + 1]} className="px-3 py-1 text-right whitespace-nowrap tabular">
                  <Cell {...cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ text, label, onOpen }: FigureCell) {
  if (!onOpen) return <span className="inline-flex h-8 items-center">{text}</span>
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={label}
      className="-mr-2 h-8 min-w-8 rounded-md px-2 text-right font-medium text-link transition-colors hover:bg-hover touch:h-11 touch:min-w-11"
    >
      {text}
    </button>
  )
}
