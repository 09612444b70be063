import { expect, test } from 'vitest'
import { digitsOf, foldText, likePattern } from './search-text.ts'

test('case and accents don’t matter', () => {
  expect(foldText(' Conceição ÉÑ ')).toBe('conceicao en')
})

test('wildcards are taken literally', () => {
  expect(likePattern(String.raw`50%_\ `)).toBe(String.raw`%50\%\_\\ %`)
})

test('a number is found however it is written', () => {
  expect(digitsOf('+55 (11) 90000-0001')).toBe('5511900000001')
})
