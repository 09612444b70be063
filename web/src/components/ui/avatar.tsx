import { cva, type VariantProps } from 'class-variance-authority'
import { cn } from '../../lib/class-names.ts'
import { initialsOf } from '../../lib/text/initials.ts'

const avatarVariants = cva(
  'relative inline-flex shrink-0 items-center justify-center rounded-full bg-pressed font-medium text-muted select-none before:content-[attr(data-initials)]',
  {
    variants: { size: { sm: 'size-7 text-2xs', md: 'size-9 text-xs', lg: 'size-10 text-sm', xl: 'size-16 text-lg' } },
    defaultVariants: { size: 'md' },
  },
)

interface AvatarProps extends VariantProps<typeof avatarVariants> {
  name: string
  /** An address of the picture; without one the initials stand in its place. */
  picture?: string | undefined
  className?: string
}

/** Decoration: the name stands beside it, so that the initials are no text of the page. */
export function Avatar({ name, picture, size, className }: AvatarProps) {
  return (
    <span aria-hidden data-initials={initialsOf(name)} className={cn(avatarVariants({ size }), className)}>
      {picture !== undefined && (
        <img src={picture} alt="" draggable={false} className="absolute inset-0 size-full rounded-full object-cover" />
      )}
    </span>
  )
}
