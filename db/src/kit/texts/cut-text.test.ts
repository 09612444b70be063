import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'
import { hostileText, hostileTexts, longest } from './test-hostile-texts.ts'

test.each([
  ['Ana Souza', 'Ana Souza'],
  ['Aurora Pan', 'Aurora Pan'],
  ['Maria Aparecida', 'Maria Apar…'],
  ['Conceição Araújo', 'Conceição…'],
  ['👩‍👩‍👧 família Lima', '👩‍👩‍👧 família…'],
])('%s cut to ten characters is %s', (name, cut) => {
  expect(cutText(name, 10)).toBe(cut)
})

test('it is a beginning of the text, no longer than asked for, and no half of a pair is left', () => {
  const check = (text: string) => {
    const cut = cutText(text, 20)
    const isWhole = cut === text
    expect(isWhole || text.startsWith(cut.slice(0, -1))).toBe(true)
    expect(cut.length).toBeLessThanOrEqual(20 * 16 + 1)
    if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true)
    expect([...new Intl.Segmenter().segment(cut)].length).toBeLessThanOrEqual(21)
  }
  fc.assert(fc.property(hostileText, check))
  for (const { text } of hostileTexts(longest)) check(text)
})

test('a character that is too large by itself is cut within, by its code points', () => {
  expect(cutText('a' + '\u0301'.repeat(99), 2)).toBe(`a${'\u0301'.repeat(31)}…`)
  expect(cutText('👩\u200D'.repeat(20), 1)).toBe(`${'👩\u200D'.repeat(5)}…`)
})
