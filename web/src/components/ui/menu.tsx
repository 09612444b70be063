import { Menu as Base } from '@base-ui/react/menu'
import { cva, type VariantProps } from 'class-variance-authority'
import { Check } from 'lucide-react'
import type { ComponentProps, KeyboardEvent, ReactElement, ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { useStateOf } from '../../lib/use-state-of.ts'
import { useMade } from './use-made.ts'

interface MenuProps {
  label: string
  trigger: ReactElement<Record<string, unknown>>
  align?: 'start' | 'end'
  /** What its entries act on, where that may change while it is open: it closes then. */
  of?: string
  /** Gets the focus once it is closed; null, or left out: its trigger does. */
  focusAfter?(): HTMLElement | null
  children: ReactNode
}

const popupClass =
  'min-w-48 rounded-lg bg-raised p-1 text-ink shadow-pop outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

/** The chosen item has the focus until its menu has faded out: a key pressed meanwhile must not choose it again. */
function stopKeys(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

export function Menu({ label, trigger, align = 'end', of, focusAfter, children }: MenuProps) {
  const [open, setOpen] = useStateOf(of, false)
  return (
    <Base.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal render={<section aria-label={label} />}>
        <Base.Positioner align={align} sideOffset={6} className="z-50 outline-none">
          <Base.Popup
            finalFocus={() => focusAfter?.() ?? true}
            onKeyDownCapture={open ? undefined : stopKeys}
            className={popupClass}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface AnchoredMenuProps {
  label: string
  open: boolean
  onOpenChange(open: boolean): void
  /** Where it opens: one menu may serve many things. */
  anchor: Element | null
  align: 'start' | 'end'
  /** What has the focus afterwards; undefined: leave it where it is. */
  focusAfter(): HTMLElement | undefined
  children: ReactNode
}

/** A menu that something else than a button of its own opens. */
export function AnchoredMenu(props: AnchoredMenuProps) {
  const { label, onOpenChange, anchor, align, focusAfter, children } = props
  const { made, open } = useMade(props.open)
  if (!made) return null
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal render={<section aria-label={label} />}>
        <Base.Positioner
          anchor={anchor}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Base.Popup
            aria-label={label}
            finalFocus={() => focusAfter() ?? false}
            onKeyDownCapture={open ? undefined : stopKeys}
            className={popupClass}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemVariants = cva(
  [
    'flex h-8 cursor-default items-center gap-2.5 rounded-md px-2 text-base outline-none select-none touch:h-11',
    '[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted',
  ],
  {
    variants: {
      variant: {
        normal: 'data-highlighted:bg-hover',
        danger: 'text-danger data-highlighted:bg-danger-soft [&_svg]:text-danger',
      },
    },
    defaultVariants: { variant: 'normal' },
  },
)

type ItemProps = ComponentProps<typeof Base.Item> & VariantProps<typeof itemVariants> & { className?: string }

export function MenuItem({ variant, className, ...props }: ItemProps) {
  return <Base.Item className={cn(itemVariants({ variant }), className)} {...props} />
}

interface MenuCheckboxProps {
  checked: boolean
  onChange(checked: boolean): void
  children: ReactNode
}

/** Stays open: one sees that it is set. */
export function MenuCheckbox({ checked, onChange, children }: MenuCheckboxProps) {
  return (
    <Base.CheckboxItem checked={checked} onCheckedChange={(next) => onChange(next)} className={itemVariants()}>
      <span className="flex-1">{children}</span>
      <Base.CheckboxItemIndicator>
        <Check />
      </Base.CheckboxItemIndicator>
    </Base.CheckboxItem>
  )
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs text-muted">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

interface MenuRadioProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string; lang?: string }[]
  onChange(value: Value): void
}

export function MenuRadio<Value extends string>({ label, value, options, onChange }: MenuRadioProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs text-muted">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: Value) => onChange(next)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} lang={option.lang} className={itemVariants()}>
            <span className="flex-1">{option.label}</span>
            <Base.RadioItemIndicator>
              <Check />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />
}
