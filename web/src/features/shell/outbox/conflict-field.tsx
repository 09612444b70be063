import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { Side } from './conflicts.ts'
import { FieldValue } from './field-value.tsx'

interface ConflictFieldProps {
  field: string
  label: string
  mine: unknown
  theirs: unknown
  chosen: Side | undefined
  /** Name of what an id stands for; undefined when it is not known. */
  nameOf(id: string): string | undefined
  onChoose(side: Side): void
}

export function ConflictField({ field, label, mine, theirs, chosen, nameOf, onChoose }: ConflictFieldProps) {
  const { t } = useLingui()
  const name = useId()
  const sides = [
    { side: 'mine', words: t`A sua`, value: mine },
    { side: 'theirs', words: t`A do servidor`, value: theirs },
  ] as const
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {sides.map(({ side, words, value }) => (
          <label
            key={side}
            className="flex min-w-0 cursor-pointer flex-col gap-1.5 rounded-md border border-line-strong p-3 text-base transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <span className="flex items-center gap-2 text-xs font-medium text-muted">
              <input
                type="radio"
                name={name}
                checked={chosen === side}
                onChange={() => onChoose(side)}
                className="size-4 accent-accent outline-none"
              />
              {words}
            </span>
            <FieldValue field={field} value={value} nameOf={nameOf} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
