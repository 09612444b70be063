import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { inputVariants } from './input.tsx'
import { Textarea } from './textarea.tsx'

interface FrameProps {
  label: string
  help?: ReactNode
  /** What is wrong with the value; nothing when all is well. */
  error?: ReactNode
}

interface FieldProps extends ComponentProps<'input'>, FrameProps {
  /** A control inside the right edge, e.g. show/hide. */
  end?: ReactNode
}

/** Label above, input, help or error below. */
export function Field({ label, help, error, end, className, ...props }: FieldProps) {
  return (
    <Frame label={label} help={help} error={error} className={className}>
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
  error,
  ...props
}: Omit<ComponentProps<'input'>, 'className'> & FrameProps) {
  return (
    <Frame label={label} help={help} error={error}>
      <Base.Control
        render={
          <Textarea className="max-h-[calc(12lh+1.25rem)] min-h-[calc(3lh+1.25rem)] touch:min-h-[calc(3lh+1.25rem)]" />
        }
        {...props}
      />
    </Frame>
  )
}

function Frame({ label, help, error, className, children }: FrameProps & { className?: string; children: ReactNode }) {
  return (
    <Base.Root invalid={Boolean(error)} className={cn('flex flex-col gap-1', className)}>
      <Base.Label className="text-sm font-medium text-ink">{label}</Base.Label>
      {children}
      {error ? (
        <Base.Error match className="text-xs text-danger">
          {error}
        </Base.Error>
      ) : (
        help && <Base.Description className="text-xs text-muted">{help}</Base.Description>
      )}
    </Base.Root>
  )
}
