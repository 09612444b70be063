import type { VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/class-names.ts'
import { iconButtonVariants } from './icon-button-variants.ts'
import { Tooltip } from './tooltip.tsx'

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
  const button = (
    <button
      type={type}
      aria-label={label}
      className={cn(iconButtonVariants({ variant, size }), className)}
      {...props}
    />
  )
  if (tooltip === null) return button
  return (
    <Tooltip content={tooltip ? `${label} · ${tooltip}` : label} {...(side && { side })}>
      {button}
    </Tooltip>
  )
}
