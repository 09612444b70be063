import { expect, test } from 'vitest'
import { insertText } from './insert-text.ts'

test.each([
  ['oi!', 2, 2, { text: 'oi😀!', caret: 4 }],
  ['oi tudo', 3, 7, { text: 'oi 😀', caret: 5 }],
  ['', 5, 9, { text: '😀', caret: 2 }],
])('%j at %d–%d', (text, start, end, result) => {
  expect(insertText(text, '😀', { start, end })).toEqual(result)
})
