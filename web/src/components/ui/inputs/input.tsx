import { cva } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '../../../lib/class-names.ts'

/** 16 px on phones, so that iOS does not zoom into the field. */
export const inputVariants = cva([
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-lg text-ink transition-colors sm:text-base',
  'placeholder:text-muted hover:border-muted disabled:opacity-50 aria-invalid:border-danger',
  'focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0',
])

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(inputVariants(), 'h-10 touch:h-11', className)} {...props} />
}
