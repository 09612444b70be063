import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/class-names.ts'
import { Tooltip } from './tooltip.tsx'

export const iconButtonVariants = cva(
  'inline-flex shrink-0 items-center justify-center rounded-md transition-colors disabled:opacity-50 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        ghost:
          'text-muted hover:not-disabled:bg-hover hover:not-disabled:text-ink active:bg-pressed data-popup-open:bg-hover',
        primary: 'bg-accent text-on-accent hover:not-disabled:bg-accent-strong',
        dangerQuiet: 'text-muted hover:not-disabled:bg-danger-soft hover:not-disabled:text-danger',
      },
      size: {
        sm: 'size-7 touch:size-11 [&_svg]:size-4',
        md: 'size-8 touch:size-11 [&_svg]:size-4.5',
        lg: 'size-10 touch:size-11 [&_svg]:size-5',
      },
    },
    defaultVariants: { variant: 'ghost', size: 'md' },
  },
)

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> &
  VariantProps<typeof iconButtonVariants> & {
    /** Its accessible name, and the tooltip. */
    label: string
    /** More to say in the tooltip; null: none. */
    tooltip?: string | null
    side?: ComponentProps<typeof Tooltip>['side']
  }

export function IconButton({
  label,
  tooltip,
  side,
  className,
  variant,
  size,
  type = 'button',
  ...props
}: IconButtonProps) {
  return (
    <Tooltip content={tooltip ? `${label} · ${tooltip}` : label} disabled={tooltip === null} {...(side && { side })}>
      <button
        type={type}
        aria-label={label}
        className={cn(iconButtonVariants({ variant, size }), className)}
        {...props}
      />
    </Tooltip>
  )
}
