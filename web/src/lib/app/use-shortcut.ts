import { useLayoutEffect, useSyncExternalStore } from 'react'
import { isInPopup } from '../popup.ts'
import { addWritingField, createLetters, writeIntoField } from './letters.ts'
import {
  addShortcut,
  onShortcutsChange,
  shortcutFor,
  shortcutsNow,
  writtenBy,
  type KeyPress,
  type Shortcut,
} from './shortcuts.ts'
import { inList, type ShortcutId } from './shortcut-list.ts'
import { useStable } from '../use-stable.ts'

/** A key for as long as this is shown: it runs it, and stands in the palette. `run` null: not possible now. */
export function useShortcut(id: ShortcutId, run: (() => void) | null) {
  const latest = useStable(() => run?.())
  const possible = run !== null
  // With what is shown, not after it: who sees a screen may press its keys.
  useLayoutEffect(() => {
    const { keys, steps = false } = inList(id)
    return possible ? addShortcut({ id, keys, steps, run: latest }) : undefined
  }, [id, possible, latest])
}

/** Those in force now, in the order in which they came. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(onShortcutsChange, shortcutsNow)
}

/** For as long as this is shown, words that somebody begins outside of any field are written here. */
export function useWritingField(write: (text: string) => void) {
  const latest = useStable(write)
  useLayoutEffect(() => addWritingField(latest), [latest])
}

/** The one listener; the shell has it. */
export function useShortcutKeys(singleKeys: boolean) {
  useLayoutEffect(() => {
    const letters = createLetters(writeIntoField)
    const onKeyDown = (event: KeyboardEvent) => {
      // Held down or dead, they are a part of the key that follows.
      if (parts.has(event.key)) return
      const press = pressOf(event)
      const shortcut = shortcutFor(press, shortcutsNow(), singleKeys)
      const text = writtenBy(press)
      if (text !== null && (letters.writing() || (isLetter(text) && !shortcut?.steps))) {
        if (shortcut || letters.writing()) event.preventDefault()
        // One that is held down is still one letter.
        if (!event.repeat) letters.press(text, shortcut && (() => runIfThere(shortcut)))
        return
      }
      letters.interrupt()
      if (!shortcut) return
      event.preventDefault()
      shortcut.run()
    }
    // Not in the capture phase: what a component does with a key goes first.
    addEventListener('keydown', onKeyDown)
    addEventListener('pointerdown', letters.interrupt, { capture: true })
    return () => {
      letters.interrupt()
      removeEventListener('keydown', onKeyDown)
      removeEventListener('pointerdown', letters.interrupt, { capture: true })
    }
  }, [singleKeys])
}

const parts = new Set(['Shift', 'AltGraph', 'CapsLock', 'Dead'])
const isLetter = (text: string) => /\p{L}/u.test(text)

/** It may have gone while its letter waited. */
function runIfThere(shortcut: Shortcut) {
  if (shortcutsNow().includes(shortcut)) shortcut.run()
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
