import { useLingui } from '@lingui/react/macro'
import { useShortcut } from '../../../lib/app/use-shortcut.ts'
import { Palette } from './palette.tsx'
import { usePaletteGroups } from './use-palette-groups.ts'

interface CommandPaletteProps {
  open: boolean
  onOpenChange(open: boolean): void
  onProfile(): void
  onLogout(): void
}

/** The palette with the shell's own commands, and its key. */
export function CommandPalette({ open, onOpenChange, ...actions }: CommandPaletteProps) {
  const { t } = useLingui()
  const groups = usePaletteGroups(actions)
  useShortcut('mod+k', () => onOpenChange(true), t`Buscar e comandar`, t`Em todo o aplicativo`)
  return <Palette open={open} onOpenChange={onOpenChange} groups={groups} />
}
