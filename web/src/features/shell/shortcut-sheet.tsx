// The keys that work here and now. Plain ones can be switched off: who dictates or uses a screen reader may press them unawares.
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx'
import { Kbd } from '../../components/ui/kbd.tsx'
import { SwitchRow } from '../../components/ui/switch.tsx'
import type { Shortcut } from '../../lib/app/shortcuts.ts'
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
      description={<Trans>Os que valem na tela em que você está.</Trans>}
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
  const groups = Map.groupBy(useShortcuts(), ({ group }) => group)
  return [...groups].map(([group, shortcuts]) => <Group key={group} name={group} shortcuts={shortcuts} />)
}

function Group({ name, shortcuts }: { name: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section aria-label={name}>
      <h3 className="mb-1 text-xs font-medium text-muted">{name}</h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {shortcuts.map(({ keys, label }) => (
          <li key={keys} className="flex min-h-10 items-center gap-3 px-3 py-1.5 text-base">
            <span className="min-w-0 flex-1">{label}</span>
            <Kbd keys={keys} />
          </li>
        ))}
      </ul>
    </section>
  )
}
