import * as fc from 'fast-check'
import { expectCheapToRead, hostileText, hostileTexts, longest } from 'db/kit/texts/test-hostile-texts.ts'
import { expect, test } from 'vitest'
import { shownEnd } from './shown-part.ts'

test('what is short is whole, and what is hardly longer too', () => {
  for (const text of ['', 'oi', 'a'.repeat(1_200), 'a\n'.repeat(23)]) expect(shownEnd(text, 0)).toBe(text.length)
})

test('it ends before a word, and after so many lines', () => {
  const text = 'palavra '.repeat(1_000)
  expect(text.slice(0, shownEnd(text, 0))).toBe('palavra '.repeat(125).trimEnd())
  const lines = Array.from({ length: 500 }, (_, n) => `linha ${n}`)
  expect(lines.join('\n').slice(0, shownEnd(lines.join('\n'), 0))).toBe(lines.slice(0, 20).join('\n'))
})

test('no character is cut in two', () => {
  for (const character of ['👩‍👩‍👧‍👦', '👍🏽', 'e\u0301\u0302', '漢']) {
    const text = character.repeat(2_000)
    expect(shownEnd(text, 0) % character.length).toBe(0)
  }
})

test('asked for often enough, all of any text is shown, and each time a piece of bounded length', () => {
  const check = (text: string) => {
    let [times, end] = [0, shownEnd(text, 0)]
    for (; end < text.length; times++) {
      const next = shownEnd(text, times + 1)
      expect(next).toBeGreaterThan(end)
      expect(next - end).toBeLessThan(4_500)
      end = next
    }
    expect(times).toBeLessThan(700)
  }
  fc.assert(fc.property(hostileText, check))
  for (const { text } of hostileTexts(longest / 4)) check(text)
  expectCheapToRead(300, (text) => shownEnd(text, 3))
})
