import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/class-names.ts'

export const buttonVariants = cva(
  [
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap select-none',
    'transition-colors disabled:opacity-50 aria-busy:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:not-disabled:bg-accent-strong',
        secondary: 'border border-line bg-surface text-ink hover:not-disabled:bg-hover active:bg-pressed',
        ghost: 'text-ink hover:not-disabled:bg-hover active:bg-pressed',
        quiet: 'text-accent hover:not-disabled:bg-accent-soft',
        danger: 'bg-danger text-on-danger hover:not-disabled:brightness-110',
        dangerQuiet: 'text-danger hover:not-disabled:bg-danger-soft',
      },
      size: {
        // Small where there is no room for 44 px; the finger gets them around it.
        sm: "relative h-7 px-2.5 text-xs touch:h-8 touch:after:absolute touch:after:-inset-1.5 touch:after:content-['']",
        md: 'h-8 px-3 text-sm touch:h-11',
        lg: 'h-10 px-4 text-base touch:h-11',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonVariants>

export function Button({ className, variant, size, type = 'button', ...props }: ButtonProps) {
  return <button type={type} className={cn(buttonVariants({ variant, size }), className)} {...props} />
}
