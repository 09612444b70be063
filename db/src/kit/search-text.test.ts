import { expect, test } from 'vitest'
import { digitsOf, foldText, likePattern, foldedPattern } from './search-text.ts'

test('case and accents don’t matter', () => {
  expect(foldText(' Conceição ÉÑ ')).toBe('conceicao en')
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
