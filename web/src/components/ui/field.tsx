import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { inputVariants } from './inputs/input.tsx'
import { Textarea } from './inputs/textarea.tsx'

interface FrameProps {
  label: string
  help?: ReactNode
  /** What the value leads to that nobody may want, in place of the help; it can be saved all the same. */
  warning?: ReactNode
  /** What is wrong with the value; nothing when all is well. */
  error?: ReactNode
}

interface FieldProps extends ComponentProps<'input'>, FrameProps {
  /** A control inside the right edge, e.g. show/hide. */
  end?: ReactNode
}

/** Label above, input, help or error below. */
export function Field({ label, help, warning, error, end, className, ...props }: FieldProps) {
  return (
    <Frame label={label} help={help} warning={warning} error={error} className={className}>
      <div className="relative">
        <Base.Control className={cn(inputVariants(), 'h-10 touch:h-11', end && 'pr-11')} {...props} />
        {end && <div className="absolute top-1/2 right-1 -translate-y-1/2">{end}</div>}
      </div>
    </Frame>
  )
}

/** For texts of some lines: three at rest, as many as it takes up to twelve. */
export function TextareaField({
  label,
  help,
  warning,
  error,
  ...props
}: Omit<ComponentProps<'input'>, 'className'> & FrameProps) {
  return (
    <Frame label={label} help={help} warning={warning} error={error}>
      <Base.Control
        render={
          <Textarea className="max-h-[calc(12lh+1.25rem)] min-h-[calc(3lh+1.25rem)] touch:min-h-[calc(3lh+1.25rem)]" />
        }
        {...props}
      />
    </Frame>
  )
}

function Frame({
  label,
  help,
  warning,
  error,
  className,
  children,
}: FrameProps & { className?: string; children: ReactNode }) {
  return (
    <Base.Root invalid={Boolean(error)} className={cn('flex flex-col gap-1', className)}>
      <Base.Label className="text-sm font-medium text-ink">{label}</Base.Label>
      {children}
      {error ? (
        <Base.Error match className="text-xs text-danger">
          {error}
        </Base.Error>
      ) : (
        (warning ?? help) && (
          <Base.Description className={cn('text-xs', warning ? 'text-warning' : 'text-muted')}>
            {warning ?? help}
          </Base.Description>
        )
      )}
    </Base.Root>
  )
}
