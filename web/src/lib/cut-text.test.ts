import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each([
  ['Ana Souza', 'Ana Souza'],
  ['Aurora Pan', 'Aurora Pan'],
  ['Maria Aparecida', 'Maria Apar…'],
  ['Conceição Araújo', 'Conceição…'],
  ['👩‍👩‍👧 família Lima', '👩‍👩‍👧 família…'],
])('%s on a narrow screen is %s', (name, cut) => {
  expect(cutText(name, 10)).toBe(cut)
})
