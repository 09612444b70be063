import type { ReactNode } from 'react'

interface ChoiceRowProps {
  /** The label's element, of the control that it names. */
  label: ReactNode
  /** Beside the label. */
  mark: ReactNode
  /** What it does, in a sentence. */
  help: string
  /** For the control's `aria-describedby`. */
  helpId: string
  /** What opens the list. */
  children: ReactNode
}

/** The frame of a setting over the whole width: words left, choice right; on a phone below each other. */
export function ChoiceRow({ label, mark, help, helpId, children }: ChoiceRowProps) {
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-center sm:gap-6">
      <div className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          {label}
          {mark}
        </span>
        <p id={helpId} className="text-sm text-muted">
          {help}
        </p>
      </div>
      <div className="sm:w-56">{children}</div>
    </div>
  )
}
