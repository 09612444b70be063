import { t } from '@lingui/core/macro'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { isInPopup } from './popup.ts'
import { addShortcut, onShortcutsChange, shortcutFor, shortcutsNow, type KeyPress, type Shortcut } from './shortcuts.ts'
import { useStable } from './use-stable.ts'

/**
 * Keys for as long as this is shown: they run it, and stand in the sheet and in the palette.
 * `run` null: not possible now. `group`: their heading, 'Nesta tela' if none is given.
 */
export function useShortcut(keys: string, run: (() => void) | null, label: string, group = t`Nesta tela`) {
  const latest = useStable(() => run?.())
  const possible = run !== null
  // With what is shown, not after it: who sees a screen may press its keys.
  useLayoutEffect(
    () => (possible ? addShortcut({ keys, label, group, run: latest }) : undefined),
    [keys, label, group, possible, latest],
  )
}

/** Those in force now, in the order in which they came. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(onShortcutsChange, shortcutsNow)
}

/** The one listener; the shell has it. */
export function useShortcutKeys(singleKeys: boolean) {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutFor(pressOf(event), shortcutsNow(), singleKeys)
      if (!shortcut) return
      event.preventDefault()
      shortcut.run()
    }
    // Not in the capture phase: what a component does with a key goes first.
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [singleKeys])
}

const fields = 'input:not([type=checkbox],[type=radio],[type=range],[type=button]), textarea, select, [role=textbox]'

function pressOf(event: KeyboardEvent): KeyPress {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, defaultPrevented } = event
  const [target] = event.composedPath()
  const element = target instanceof HTMLElement ? target : null
  return {
    key,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
    isComposing,
    defaultPrevented,
    typing: element !== null && (element.isContentEditable || element.matches(fields)),
    inPopup: isInPopup(element),
  }
}
