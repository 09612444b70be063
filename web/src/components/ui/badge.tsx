import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/class-names.ts'

const badgeVariants = cva('inline-flex shrink-0 items-center justify-center tabular font-medium', {
  variants: {
    variant: {
      neutral: 'bg-pressed text-muted',
      accent: 'bg-accent text-on-accent',
      good: 'bg-good-soft text-good',
      warning: 'bg-warning-soft text-warning',
      danger: 'bg-danger-soft text-danger',
    },
    shape: {
      count: 'h-4.5 min-w-4.5 rounded-full px-1.5 text-2xs',
      label: 'h-6 gap-1.5 rounded-full px-2.5 text-xs',
    },
  },
  defaultVariants: { variant: 'neutral', shape: 'count' },
})

type BadgeProps = ComponentProps<'span'> & VariantProps<typeof badgeVariants>

export function Badge({ className, variant, shape, ...props }: BadgeProps) {
  return <span className={cn(badgeVariants({ variant, shape }), className)} {...props} />
}
