import { Dialog as Base } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { cva, type VariantProps } from 'class-variance-authority'
import { use, useRef, type ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { touch, useMedia } from '../../lib/media/use-media.ts'
import { IconButton } from './icon-button.tsx'
import { RoutedContext } from '../../lib/app/routed.ts'
import { useMade } from './use-made.ts'

const popupVariants = cva(
  'fixed z-50 flex flex-col bg-raised text-ink shadow-pop outline-none transition-[opacity,translate,scale] duration-150',
  {
    variants: {
      placement: {
        center: [
          'top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 rounded-lg',
          'data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
        ],
        top: [
          'top-[max(1rem,10dvh)] left-1/2 max-h-[min(28rem,calc(100dvh-2rem))] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2',
          'overflow-hidden rounded-lg data-ending-style:duration-0 data-starting-style:scale-98 data-starting-style:opacity-0',
        ],
        right: [
          'inset-y-0 right-0 w-full safe-bottom safe-top sm:w-96',
          'data-ending-style:translate-x-full data-starting-style:translate-x-full',
        ],
        left: [
          'inset-y-0 left-0 w-70 max-w-[85vw] safe-bottom safe-top',
          'data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
        ],
      },
    },
    defaultVariants: { placement: 'center' },
  },
)

interface DialogProps extends VariantProps<typeof popupVariants> {
  open: boolean
  onOpenChange(open: boolean): void
  /** It has left the screen. */
  onClosed?(): void
  title: string
  description?: ReactNode
  /** The title is read out and not shown: what it has is all that it shows. */
  bare?: boolean
  children: ReactNode
  className?: string
}

/** What one opens a dialog to write in: what says so, else the first field. */
const first = '[data-first]'
const writable = 'input:not([type=checkbox], [type=radio], [type=range], [type=file], [hidden])'

/** A dialog in the middle or near the top, or a sheet at an edge. */
export function Dialog({ open: wanted, onOpenChange, onClosed, placement, className, ...contents }: DialogProps) {
  const { title, description, bare = false, children } = contents
  const { made, open } = useMade(wanted)
  const popup = useRef<HTMLDivElement>(null)
  const onTouch = useMedia(touch)
  const routed = use(RoutedContext)
  // Not on touch: the keyboard would cover half of what was opened.
  const firstField = () => {
    const find = (selector: string) => popup.current?.querySelector<HTMLElement>(selector)
    return onTouch ? null : (find(first) ?? find(writable) ?? null)
  }
  if (!made) return null
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          initialFocus={firstField}
          data-routed={routed || undefined}
          className={cn(popupVariants({ placement }), className)}
        >
          {bare ? (
            <Base.Title className="sr-only">{title}</Base.Title>
          ) : (
            <Header title={title} description={description} />
          )}
          {/* What opens over it is not. */}
          <RoutedContext value={false}>{children}</RoutedContext>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Not a `header`: outside of sections that is the page's banner, and the app has one. */
function Header({ title, description }: Pick<DialogProps, 'title' | 'description'>) {
  const { t } = useLingui()
  return (
    <div className="flex items-start gap-2 px-4 pt-3 pb-2">
      <div className="min-w-0 flex-1 pt-1">
        <Base.Title className="text-lg font-semibold">{title}</Base.Title>
        {description && <Base.Description className="mt-1 text-base text-muted">{description}</Base.Description>}
      </div>
      {/* It may have the focus from the start, and a tooltip would take the Escape that is meant for the dialog. */}
      <Base.Close render={<IconButton label={t`Fechar`} tooltip={null} />}>
        <X />
      </Base.Close>
    </div>
  )
}

export function DialogBody({ className, ...props }: { className?: string; children: ReactNode }) {
  return <div className={cn('min-h-0 flex-1 overflow-y-auto px-4 py-2', className)} {...props} />
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 px-4 pt-2 pb-4">{children}</div>
}
