import { Trans, useLingui } from '@lingui/react/macro'
import { QueueMark } from './queue-mark.tsx'

interface QueuesFieldProps {
  queues: readonly { id: string; name: string; color: string }[]
  /** Ids. */
  value: readonly string[]
  onChange(value: string[]): void
  /** What being chosen means. */
  help: string
}

/** A choice of queues, as a field of a form. */
export function QueuesField({ queues, value, onChange, help }: QueuesFieldProps) {
  const { t } = useLingui()
  const change = (id: string, isIn: boolean) => {
    const others = value.filter((each) => each !== id)
    // In an order of their own: put in and taken out again is as it was.
    onChange((isIn ? [...others, id] : others).toSorted())
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{t`Filas`}</legend>
      {queues.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>Ainda não há filas.</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {queues.map(({ id, name, color }) => (
          <label
            key={id}
            className="flex h-9 cursor-pointer items-center gap-2 rounded-md border border-line-strong px-2.5 text-base transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent touch:h-11"
          >
            <input
              type="checkbox"
              checked={value.includes(id)}
              onChange={(event) => change(id, event.target.checked)}
              className="size-4 accent-accent outline-none"
            />
            <QueueMark color={color} />
            {name}
          </label>
        ))}
      </div>
      <p className="text-xs text-muted">{help}</p>
    </fieldset>
  )
}
