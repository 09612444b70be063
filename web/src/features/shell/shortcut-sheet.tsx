// Every key of the app; those that do nothing here and now are dimmed. Plain ones can be switched off: who dictates or uses a screen reader may press them unawares.
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx'
import { Kbd } from '../../components/ui/kbd.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import { cn } from '../../lib/class-names.ts'
import { inList, shortcutGroups, shortcutIds, type ShortcutId } from '../../lib/app/shortcut-list.ts'
import { useShortcuts } from '../../lib/app/use-shortcut.ts'

interface ShortcutSheetProps {
  open: boolean
  onOpenChange(open: boolean): void
  singleKeys: boolean
  onSingleKeysChange(on: boolean): void
}

export function ShortcutSheet({ open, onOpenChange, singleKeys, onSingleKeysChange }: ShortcutSheetProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Atalhos do teclado`}
      description={<Trans>Os apagados não valem no que está aberto agora.</Trans>}
      className="max-w-lg"
    >
      <DialogBody className="flex flex-col gap-5 pb-4">
        <Groups />
        <SwitchRow label={t`Atalhos de uma tecla só`} checked={singleKeys} onChange={onSingleKeysChange}>
          <Trans>Desligue se você dita textos ou usa um leitor de tela.</Trans>
        </SwitchRow>
      </DialogBody>
    </Dialog>
  )
}

function Groups() {
  const { i18n } = useLingui()
  const now = new Set(useShortcuts().map(({ id }) => id))
  const groups = Map.groupBy(shortcutIds, (id) => inList(id).group)
  return [...groups].map(([group, ids]) => (
    <Group key={group} name={i18n._(shortcutGroups[group])} ids={ids} isPossible={(id) => now.has(id)} />
  ))
}

interface GroupProps {
  name: string
  ids: readonly ShortcutId[]
  isPossible(id: ShortcutId): boolean
}

function Group({ name, ids, isPossible }: GroupProps) {
  const { i18n } = useLingui()
  return (
    <section aria-label={name}>
      <h3 className="mb-1 text-xs font-medium text-muted">{name}</h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {ids.map((id) => {
          const possible = isPossible(id)
          const { keys, label } = inList(id)
          return (
            <li
              key={id}
              aria-disabled={!possible}
              className={cn('flex min-h-9 items-center gap-3 px-3 py-1 text-base', !possible && 'opacity-45')}
            >
              <span className="min-w-0 flex-1">
                {i18n._(label)}
                {!possible && (
                  <span className="sr-only">
                    {' '}
                    <Trans>(não vale agora)</Trans>
                  </span>
                )}
              </span>
              <Kbd keys={keys} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
