// One of very many, in groups: a list that opens with a field to search it. `SearchSelect` is a field of a form, `SearchSelectRow` a setting over the
// whole width, as in select.tsx.
import { Combobox as Base } from '@base-ui/react/combobox'
import { useLingui } from '@lingui/react/macro'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { cn } from '../../../lib/class-names.ts'
import { ChoiceRow } from '../../choice-row.tsx'
import { Input, inputVariants } from './input.tsx'

export interface SearchChoice {
  value: string
  label: string
}

export interface ChoiceGroup {
  /** Its heading. */
  value: string
  items: readonly SearchChoice[]
}

interface SearchSelectProps {
  label: string
  value: SearchChoice
  groups: readonly ChoiceGroup[]
  onChange(value: string): void
}

export function SearchSelect(props: SearchSelectProps) {
  return (
    <Choosing {...props}>
      <div className="flex flex-col gap-1">
        <Base.Label className="text-sm font-medium">{props.label}</Base.Label>
        <Trigger />
      </div>
    </Choosing>
  )
}

interface SearchSelectRowProps extends SearchSelectProps {
  /** What it does, in a sentence. */
  help: string
  /** Beside the label. */
  mark?: ReactNode
}

export function SearchSelectRow({ help, mark, ...props }: SearchSelectRowProps) {
  const helpId = useId()
  return (
    <Choosing {...props}>
      <ChoiceRow
        label={<Base.Label className="text-base font-medium">{props.label}</Base.Label>}
        mark={mark}
        help={help}
        helpId={helpId}
      >
        <Trigger describedBy={helpId} />
      </ChoiceRow>
    </Choosing>
  )
}

function Trigger({ describedBy }: { describedBy?: string }) {
  return (
    <Base.Trigger
      aria-describedby={describedBy}
      className={cn(inputVariants(), 'flex h-10 items-center justify-between gap-2 text-left touch:h-11')}
    >
      <span className="min-w-0 truncate">
        <Base.Value />
      </span>
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
    </Base.Trigger>
  )
}

/** The list beside what opens it. */
function Choosing({ label, value, groups, onChange, children }: SearchSelectProps & { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <Base.Root
      items={groups}
      value={value}
      isItemEqualToValue={(a, b) => a.value === b.value}
      onValueChange={(next) => next && onChange(next.value)}
    >
      {children}
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="z-50 outline-none">
          <Base.Popup
            aria-label={label}
            className="flex max-h-[min(24rem,var(--available-height))] w-[max(var(--anchor-width),min(22rem,calc(100vw-2rem)))] flex-col rounded-lg bg-raised shadow-pop outline-none"
          >
            <div className="shrink-0 border-b border-line p-2">
              <Base.Input render={<Input aria-label={t`Buscar`} placeholder={t`Buscar`} />} />
            </div>
            <Base.Empty className="text-sm text-muted not-empty:p-4">{t`Nada encontrado`}</Base.Empty>
            <Base.List className="min-h-0 overflow-y-auto overscroll-contain p-1 empty:p-0">
              {(group: ChoiceGroup) => (
                <Base.Group key={group.value} items={group.items}>
                  <Base.GroupLabel className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
                    {group.value}
                  </Base.GroupLabel>
                  <Base.Collection>
                    {(choice: SearchChoice) => <Item key={choice.value} choice={choice} />}
                  </Base.Collection>
                </Base.Group>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Item({ choice }: { choice: SearchChoice }) {
  return (
    <Base.Item
      value={choice}
      className="flex min-h-9 cursor-default items-center gap-2 rounded-md px-2 py-1 text-base outline-none select-none data-highlighted:bg-hover touch:min-h-11"
    >
      <span className="min-w-0 flex-1 break-words">{choice.label}</span>
      <Base.ItemIndicator>
        <Check aria-hidden className="size-4 text-accent" />
      </Base.ItemIndicator>
    </Base.Item>
  )
}
