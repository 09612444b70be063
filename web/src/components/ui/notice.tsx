import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'

const noticeVariants = cva('rounded-md px-3 py-2 text-sm', {
  variants: {
    tone: {
      neutral: 'bg-hover text-ink',
      warning: 'bg-warning-soft text-warning',
      danger: 'bg-danger-soft text-danger',
    },
  },
  defaultVariants: { tone: 'neutral' },
})

/** Something to know, where it matters; read out when it appears. */
export function Notice({ tone, children }: VariantProps<typeof noticeVariants> & { children: ReactNode }) {
  return (
    <p role={tone === 'danger' ? 'alert' : 'status'} className={noticeVariants({ tone })}>
      {children}
    </p>
  )
}
