import { afterEach, expect, test, vi } from 'vitest'
import {
  addShortcut,
  keyCaps,
  onShortcutsChange,
  shortcutFor,
  shortcutsNow,
  writtenBy,
  type KeyPress,
  type Shortcut,
} from './shortcuts.ts'
import { inList, shortcutIds, type ShortcutId } from './shortcut-list.ts'

const shortcut = (keys: string, id: ShortcutId = 'sheet'): Shortcut => ({
  id,
  keys,
  steps: false,
  run: () => undefined,
})
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  defaultPrevented: false,
  typing: false,
  inPopup: false,
  ...more,
})
const all = ['j', '?', 'mod+k', 'shift+a', 'Escape', '+', 'mod+Enter'].map((keys) => shortcut(keys))
const found = (pressed: KeyPress, singleKeys = true) => shortcutFor(pressed, all, singleKeys)?.keys

const leave: (() => void)[] = []
afterEach(() => leave.splice(0).forEach((remove) => remove()))

test.each([
  ['j', press('j')],
  ['j', press('J')],
  ['?', press('?', { shiftKey: true })],
  ['?', press('?', { ctrlKey: true, altKey: true })],
  ['mod+k', press('k', { ctrlKey: true })],
  ['mod+k', press('k', { metaKey: true })],
  ['shift+a', press('A', { shiftKey: true })],
  ['Escape', press('Escape')],
  ['+', press('+', { shiftKey: true })],
  ['mod+Enter', press('Enter', { metaKey: true })],
])('%s', (keys, pressed) => {
  expect(found(pressed)).toBe(keys)
})

test('other modifiers are other keys', () => {
  expect(found(press('j', { ctrlKey: true }))).toBeUndefined()
  expect(found(press('j', { altKey: true }))).toBeUndefined()
  expect(found(press('J', { shiftKey: true }))).toBeUndefined()
  expect(found(press('k'))).toBeUndefined()
  expect(found(press('?', { ctrlKey: true }))).toBeUndefined()
})

test('while somebody types only combinations fire; behind a dialog, nothing does', () => {
  expect(found(press('j', { typing: true }))).toBeUndefined()
  expect(found(press('?', { typing: true, shiftKey: true }))).toBeUndefined()
  expect(found(press('Escape', { typing: true }))).toBeUndefined()
  expect(found(press('k', { typing: true, ctrlKey: true }))).toBe('mod+k')
  expect(found(press('j', { inPopup: true }))).toBeUndefined()
  expect(found(press('k', { inPopup: true, ctrlKey: true }))).toBeUndefined()
})

test('a key that something else took, or that writes a character in parts, is left alone', () => {
  expect(found(press('j', { defaultPrevented: true }))).toBeUndefined()
  expect(found(press('j', { isComposing: true }))).toBeUndefined()
})

test.each([
  ['v', press('v')],
  ['É', press('É', { shiftKey: true })],
  [' ', press(' ')],
  [null, press('Enter')],
  [null, press('e', { ctrlKey: true })],
  [null, press('e', { typing: true })],
  [null, press('e', { inPopup: true })],
  [null, press('e', { defaultPrevented: true })],
])('written: %j', (text, pressed) => {
  expect(writtenBy(pressed)).toBe(text)
})

test('plain keys can be switched off', () => {
  expect(found(press('j'), false)).toBeUndefined()
  expect(found(press('k', { ctrlKey: true }), false)).toBe('mod+k')
})

test('of two with the same keys the later one counts, until it goes', () => {
  const told = vi.fn()
  leave.push(onShortcutsChange(told))
  leave.push(addShortcut(shortcut('e', 'closeRow')))
  const remove = addShortcut(shortcut('e', 'closeTicket'))
  expect(shortcutFor(press('e'), shortcutsNow(), true)?.id).toBe('closeTicket')
  remove()
  expect(shortcutFor(press('e'), shortcutsNow(), true)?.id).toBe('closeRow')
  expect(told).toHaveBeenCalledTimes(3)
})

test.each([
  ['mod+k', false, ['Ctrl', 'K']],
  ['mod+k', true, ['⌘', 'K']],
  ['?', false, ['?']],
  ['mod++', false, ['Ctrl', '+']],
  ['shift+Enter', false, ['Shift', '↵']],
])('%s on the keyboard', (keys, mac, caps) => {
  expect(keyCaps(keys, mac)).toEqual(caps)
})

test('a key does one thing at a time: where two share it, one of them is not possible', () => {
  const byKeys = Map.groupBy(shortcutIds, (id) => inList(id).keys)
  const shared = [...byKeys.values()].filter((ids) => ids.length > 1)
  expect(shared).toEqual([
    // Of another screen.
    ['newTicket', 'newChat'],
    ['searchTickets', 'searchChats'],
    // A row with the focus, and the conversation that is open: what is open came later.
    ['acceptRow', 'acceptTicket'],
    ['closeRow', 'closeTicket'],
    // Closed tickets are reopened, in open ones one replies.
    ['reopenRow', 'reopenTicket', 'reply'],
  ])
})
