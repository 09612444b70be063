// Ctrl/⌘-K: whatever can be gone to or done, by typing some of its words. A combobox in a dialog: the field keeps the focus, the arrow
// keys move over the list, Enter does it.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ItemBoundary } from '../../../components/error-boundary.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { Kbd } from '../../../components/ui/kbd.tsx'
import { useShortcut } from '../../../lib/app/use-shortcut.ts'
import { groupsFor, type PaletteGroup, type PaletteItem } from './palette-items.ts'
import { useMessageSearch } from './use-message-search.ts'
import { usePaletteGroups, type PaletteActions } from './use-palette-groups.ts'
import { useTicketItems } from './use-ticket-items.ts'

interface CommandPaletteProps extends PaletteActions {
  open: boolean
  onOpenChange(open: boolean): void
}

export function CommandPalette({ open, onOpenChange, ...actions }: CommandPaletteProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<PaletteItem | null>(null)
  const choose = (item: PaletteItem) => {
    setChosen(item)
    onOpenChange(false)
  }
  useShortcut('palette', () => onOpenChange(true))
  // Only when the palette is gone: what opens then takes the focus for itself.
  const onClosed = () => {
    chosen?.run()
    setChosen(null)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      placement="top"
      title={t`Buscar e comandar`}
      bare
      className="max-w-xl"
    >
      <Contents actions={actions} onChoose={choose} />
    </Dialog>
  )
}

interface ContentsProps {
  actions: PaletteActions
  onChoose(item: PaletteItem): void
}

/** While it is open: what can be done changes with each conversation. */
function Contents({ actions, onChoose }: ContentsProps) {
  const { t } = useLingui()
  const groups = usePaletteGroups(actions)
  const [term, setTerm] = useState('')
  const tickets = useTicketItems(term)
  const messages = useMessageSearch(term)
  const found = [...groupsFor(groups, term), tickets, messages].filter(({ items }) => items.length > 0)
  return (
    <Autocomplete.Root
      inline
      open
      items={found}
      mode="none"
      autoHighlight="always"
      keepHighlight
      value={term}
      // A choice says nothing new about what is looked for.
      onValueChange={(next, { reason }) => reason !== 'item-press' && setTerm(next)}
      itemToStringValue={(item: PaletteItem) => item.label}
    >
      <Autocomplete.Input
        aria-label={t`Buscar e comandar`}
        placeholder={t`Para onde, quem ou o quê?`}
        className="h-13 w-full shrink-0 border-b border-line bg-transparent px-4 text-lg outline-none placeholder:text-muted"
      />
      <Autocomplete.Empty className="not-empty:p-8 text-center text-base text-muted">
        {t`Nada encontrado`}
      </Autocomplete.Empty>
      <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5 empty:hidden">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.label} items={group.items}>
            <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => <Option key={item.id} item={item} onChoose={() => onChoose(item)} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

function Option({ item, onChoose }: { item: PaletteItem; onChoose(): void }) {
  const { icon: Icon, label, detail, keys } = item
  return (
    <Autocomplete.Item
      value={item}
      onClick={onChoose}
      className="flex h-10 cursor-default items-center gap-3 rounded-md px-2.5 text-base select-none data-highlighted:bg-pressed touch:h-12"
    >
      <ItemBoundary of={item}>
        <Icon aria-hidden className="size-4.5 shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate">
          <bdi>{label}</bdi>
          {detail !== undefined && <span className="ml-2 text-sm text-muted">{detail}</span>}
        </span>
        {keys !== undefined && <Kbd keys={keys} />}
      </ItemBoundary>
    </Autocomplete.Item>
  )
}
