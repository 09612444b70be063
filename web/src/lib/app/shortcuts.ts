// Keyboard shortcuts that are in force now: who shows something registers its keys for as long as it shows it (use-shortcut.ts), one
// listener runs them, the palette lists them, and the sheet on `?` tells them from those that are not.
// Invariant: a plain key never fires while somebody types, nor behind a dialog or menu; of a letter letters.ts says whether it is a word's.

import type { ShortcutId } from './shortcut-list.ts'

/** `keys` and `steps` as shortcut-list.ts has them. */
export interface Shortcut {
  id: ShortcutId
  keys: string
  steps: boolean
  run(): void
}

export interface KeyPress extends Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'defaultPrevented'
> {
  /** Somebody writes in what has the focus. */
  typing: boolean
  /** The focus is in a dialog or menu. */
  inPopup: boolean
}

const registered = new Set<Shortcut>()
const listeners = new Set<() => void>()
let list: readonly Shortcut[] = []

/** Until what is returned is called. */
export function addShortcut(shortcut: Shortcut): () => void {
  registered.add(shortcut)
  changed()
  return () => {
    registered.delete(shortcut)
    changed()
  }
}

/** The same list until it changes. */
export const shortcutsNow = () => list

export function onShortcutsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed() {
  list = [...registered]
  for (const listener of listeners) listener()
}

/** What a key press starts; of two with the same keys the one that came later. `singleKeys`: plain keys are not switched off. */
export function shortcutFor(
  press: KeyPress,
  shortcuts: readonly Shortcut[],
  singleKeys: boolean,
): Shortcut | undefined {
  if (press.isComposing || press.defaultPrevented || press.inPopup) return undefined
  return shortcuts.findLast(({ keys }) => matches(press, keys) && (withMod(keys) || (singleKeys && !press.typing)))
}

/** What a key writes where there is a field; null: it is no text, or for something else. */
export function writtenBy({ key, ctrlKey, metaKey, altKey, ...press }: KeyPress): string | null {
  const taken = press.isComposing || press.defaultPrevented || press.typing || press.inPopup
  return taken || ctrlKey || metaKey || altKey || key.length !== 1 ? null : key
}

const withMod = (keys: string) => keys.startsWith('mod+')

function matches({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress, keys: string): boolean {
  const parts = keys.split('+')
  // The key itself may be a plus.
  const wanted = keys.endsWith('+') ? '+' : (parts.at(-1) ?? '')
  // A character such as ? stands where the keyboard has it: with or without shift, or AltGr, which says ctrl and alt.
  if (isSign(wanted)) return key === wanted && withMod(keys) === (metaKey || (ctrlKey && !altKey))
  return (
    key.toLowerCase() === wanted.toLowerCase() &&
    withMod(keys) === (ctrlKey || metaKey) &&
    parts.includes('shift') === shiftKey &&
    !altKey
  )
}

const isSign = (key: string) => key.length === 1 && !/[\p{L}\p{N}]/u.test(key)

/** The keys as they stand on the keyboard, one cap each. */
export function keyCaps(keys: string, mac: boolean): string[] {
  const parts = keys.endsWith('+') ? [...keys.slice(0, -1).split('+').filter(Boolean), '+'] : keys.split('+')
  return parts.map((part) => caps(mac)[part] ?? (part.length === 1 ? part.toUpperCase() : part))
}

const caps = (mac: boolean): Record<string, string> => ({
  mod: mac ? '⌘' : 'Ctrl',
  shift: mac ? '⇧' : 'Shift',
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
})
