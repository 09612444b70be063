import { expect, test } from 'vitest'
import { isSending } from './enter-key.ts'

const plain = { key: 'Enter', shiftKey: false, ctrlKey: false, metaKey: false, isComposing: false }

test.each([
  ['Enter', plain, true, false],
  ['Shift-Enter', { ...plain, shiftKey: true }, false, false],
  ['Ctrl-Enter', { ...plain, ctrlKey: true }, true, true],
  ['⌘-Enter', { ...plain, metaKey: true }, true, true],
  ['the Enter that ends a composition', { ...plain, isComposing: true }, false, false],
  ['a letter', { ...plain, key: 'e' }, false, false],
])('%s sends by keys, and on touch', (_name, press, byKeys, onTouch) => {
  expect(isSending(press, false)).toBe(byKeys)
  expect(isSending(press, true)).toBe(onTouch)
})
