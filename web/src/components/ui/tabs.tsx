import { Tabs as Base } from '@base-ui/react/tabs'
import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/class-names.ts'

export const Tabs = Base.Root

const listVariants = cva('flex', {
  variants: {
    variant: {
      line: 'flex-wrap gap-x-4 border-b border-line px-4',
      segment: 'gap-0.5 rounded-md bg-hover p-0.5',
    },
  },
})

const tabVariants = cva('inline-flex items-center justify-center gap-1.5 text-sm font-medium transition-colors', {
  variants: {
    variant: {
      line: [
        'relative h-10 shrink-0 touch:h-11 touch:min-w-11 text-muted hover:text-ink data-active:text-accent',
        'after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-full data-active:after:bg-accent',
      ],
      segment: [
        'h-7 flex-1 rounded-[6px] px-2 text-muted hover:text-ink touch:h-11',
        'data-active:bg-chosen data-active:text-ink data-active:shadow-bubble',
      ],
    },
  },
})

type Variant = Required<{ variant: NonNullable<VariantProps<typeof tabVariants>['variant']> }>

export const TabsPanel = Base.Panel

export function TabsList({
  variant,
  className,
  ...props
}: ComponentProps<typeof Base.List> & Variant & { className?: string }) {
  return <Base.List className={cn(listVariants({ variant }), className)} {...props} />
}

export function Tab({
  variant,
  className,
  ...props
}: ComponentProps<typeof Base.Tab> & Variant & { className?: string }) {
  return <Base.Tab className={cn(tabVariants({ variant }), className)} {...props} />
}
