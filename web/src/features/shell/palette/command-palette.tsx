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
  const groups = usePaletteGroups(actions)
  useShortcut('palette', () => onOpenChange(true))
  return <Palette open={open} onOpenChange={onOpenChange} groups={groups} />
}
