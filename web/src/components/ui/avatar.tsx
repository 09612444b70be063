import { cva, type VariantProps } from 'class-variance-authority'
import { Users } from 'lucide-react'
import { cn } from '../../lib/class-names.ts'
import { initialsOf } from '../../lib/text/initials.ts'
import { personColor } from '../../lib/text/person-color.ts'

const avatarVariants = cva(
  'relative inline-flex shrink-0 items-center justify-center rounded-full font-medium select-none before:content-[attr(data-initials)]',
  {
    variants: { size: { sm: 'size-7 text-2xs', md: 'size-9 text-xs', lg: 'size-10 text-sm', xl: 'size-16 text-lg' } },
    defaultVariants: { size: 'md' },
  },
)

/** Calm, and told apart at a glance: styles.css says how much of the colour it is (contrast AA, styles.test.ts). */
const tints = [
  'bg-tint-1 text-person-1',
  'bg-tint-2 text-person-2',
  'bg-tint-3 text-person-3',
  'bg-tint-4 text-person-4',
  'bg-tint-5 text-person-5',
  'bg-tint-6 text-person-6',
  'bg-tint-7 text-person-7',
  'bg-tint-8 text-person-8',
] as const

interface AvatarProps extends VariantProps<typeof avatarVariants> {
  name: string
  /** An address of the picture; without one the initials stand in its place. */
  picture?: string | undefined
  /** Several people: a sign of them stands in place of initials. */
  isGroup?: boolean | undefined
  className?: string
}

/** Decoration: the name stands beside it, so that the initials are no text of the page. One name has one tint, wherever it is shown. */
export function Avatar({ name, picture, isGroup = false, size, className }: AvatarProps) {
  return (
    <span
      aria-hidden
      data-initials={isGroup ? '' : initialsOf(name)}
      className={cn(avatarVariants({ size }), tints[personColor(name)], className)}
    >
      {isGroup && <Users className="size-1/2" />}
      {picture !== undefined && (
        <img src={picture} alt="" draggable={false} className="absolute inset-0 size-full rounded-full object-cover" />
      )}
    </span>
  )
}
