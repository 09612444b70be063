import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decomposed, digitsOf, foldText, likePattern, foldedPattern } from './search-text.ts'
import { expectCheapToRead, hostileText } from '../texts/test-hostile-texts.ts'

test('case and accents don’t matter', () => {
  expect(foldText(' Conceição ÉÑ ')).toBe('conceicao en')
  expect(foldText('ệ Ǖ')).toBe('e u')
})

test('it is NFD without accents, whatever people write', () => {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036F]/g, '')
      .toLowerCase()
      .trim()
  fc.assert(
    fc.property(fc.oneof(hostileText, fc.string({ unit: 'grapheme' })), (text) => foldText(text) === plain(text)),
  )
  for (const word of ['Conceição ', 'Tiếng Việt ', 'اَلْعَرَبِيَّةُ ', 'שָׁלוֹם ', 'ภาษาไทย ', '한국어 ', 'が']) {
    expect(foldText(word.repeat(200))).toBe(plain(word.repeat(200)))
  }
})

test('no text of 64 KB takes long', () => {
  expectCheapToRead(500, foldText)
  // Each row of marks is put in order by itself.
  expect(decomposed('a' + '\u0301\u0316'.repeat(200)).split('\u034F')).toHaveLength(4)
})

test('wildcards are taken literally', () => {
  expect(likePattern(String.raw`50%_\ `)).toBe(String.raw`%50\%\_\\ %`)
})

test('a number is found however it is written', () => {
  expect(digitsOf('+55 (11) 90000-0001')).toBe('5511900000001')
})

test.each([
  ['joao', 'João da Silva', true],
  ['ÁB', 'Loja abc', true],
  ['acai', 'Açaí & Cia', true],
  ['a.c', 'abc', false],
  ['a.c', 'A.C. Lima', true],
  ['(11) [x]', 'fone (11) [X]', true],
  ['\\d', 'd1', false],
  ['ß', 'Straße', true],
  ['', 'tudo', true],
])('%s in %s', (typed, text, found) => {
  expect(new RegExp(foldedPattern(typed), 'u').test(text)).toBe(found)
})
