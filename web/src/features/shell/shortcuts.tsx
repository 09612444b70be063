import { useState } from 'react'
import { useStored } from '../../lib/data/stored.ts'
import { useShortcut, useShortcutKeys } from '../../lib/app/use-shortcut.ts'
import { ShortcutSheet } from './shortcut-sheet.tsx'

/** The keyboard of the whole app: its listener, and the sheet on `?`. */
export function Shortcuts() {
  const [open, setOpen] = useState(false)
  const [singleKeys, setSingleKeys] = useStored<'on' | 'off'>('single-keys', 'on')
  useShortcutKeys(singleKeys === 'on')
  useShortcut('sheet', () => setOpen(true))
  return (
    <ShortcutSheet
      open={open}
      onOpenChange={setOpen}
      singleKeys={singleKeys === 'on'}
      onSingleKeysChange={(on) => setSingleKeys(on ? 'on' : 'off')}
    />
  )
}
