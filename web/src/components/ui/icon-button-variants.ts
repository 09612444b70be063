// How what has a drawing and no words looks: a button (icon-button.tsx), a link, or a button that needs no tooltip.
import { cva } from 'class-variance-authority'

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
