import * as fc from 'fast-check'
import { getCountries } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { isSameNumber, sameNumberVariants } from './number-variants.ts'
import { typedNumber, type NumberPlace } from './numbers.ts'
import { hasCountryCodes, isWhatsAppNumber, readGivenNumber, readTypedNumber } from './read-number.ts'
import { brazil, exampleNumbers, givenNumbers, sameNumbers, typedNumbers } from './test-numbers.ts'

const type = (text: string, place: NumberPlace = brazil) => readTypedNumber(typedNumber(text), place)
const give = (text: string, place: NumberPlace = brazil) => readGivenNumber(typedNumber(text), place)
const digitsOf = (reading: ReturnType<typeof type>) => ('number' in reading ? reading.number : null)

test.each(typedNumbers)('%j is typed for %s', (text, digits) => {
  expect(digitsOf(type(text))).toBe(digits)
})

test.each(givenNumbers)('%s stays as WhatsApp gave it', (digits) => {
  expect(digitsOf(give(digits))).toBe(digits)
  expect(digitsOf(type(`+${digits}`))).toBe(digits)
})

test.each(sameNumbers)('%s and %s are one person', (a, b) => {
  expect(isSameNumber(a, b) && isSameNumber(b, a)).toBe(true)
  expect([isWhatsAppNumber(a), isWhatsAppNumber(b)]).toEqual([true, true])
})

describe('without an area code', () => {
  test.each(['98765-4321', '3333-4444', '98765 4321', '987654321'])('%s is refused for that', (text) => {
    expect(type(text)).toEqual({ problem: 'area-code' })
    expect(give(text)).toEqual({ problem: 'area-code' })
  })

  test('it is the area’s that the company has set', () => {
    expect(type('98765-4321', { country: 'BR', areaCode: '21' })).toEqual({ number: '5521987654321' })
    expect(type('(11) 98765-4321', { country: 'BR', areaCode: '21' })).toEqual({ number: '5511987654321' })
    expect(type('190', { country: 'BR', areaCode: '21' })).toEqual({ problem: 'invalid' })
  })
})

test('a national number is one of the company’s country', () => {
  expect(type('55 1234 5678', { country: 'MX', areaCode: null })).toEqual({ number: '525512345678' })
  expect(type('11 15 2345-6789', { country: 'AR', areaCode: null })).toEqual({ number: '5491123456789' })
  expect(type('912 345 678', { country: 'PT', areaCode: null })).toEqual({ number: '351912345678' })
  expect(type('912 345 678')).toEqual({ problem: 'area-code' })
})

test('digits that may be both are of here where a person writes them, and of abroad where a program does', () => {
  expect(digitsOf(type('51999998888'))).toBe('5551999998888')
  expect(digitsOf(give('51999998888'))).toBe('51999998888')
  expect(digitsOf(give('11987654321'))).toBe('5511987654321')
})

test('a column is read as its other cells are written', () => {
  expect(hasCountryCodes(givenNumbers, brazil)).toBe(true)
  expect(hasCountryCodes(exampleNumbers, brazil)).toBe(true)
  expect(hasCountryCodes([...givenNumbers, '11987654321'], brazil)).toBe(false)
  expect(hasCountryCodes([...givenNumbers, '987654321'], brazil)).toBe(false)
  expect(hasCountryCodes(['5511987654321', '51999998888'], brazil)).toBe(false)
})

const anyPlace = fc.record({
  country: fc.constantFrom<string>(...getCountries()),
  areaCode: fc.constantFrom(null, '11', '21'),
})

test('the number of no country changes on its way', () => {
  expect(exampleNumbers.length).toBeGreaterThan(240)
  fc.assert(
    fc.property(fc.constantFrom(...exampleNumbers), anyPlace, (digits, place) => {
      expect(digitsOf(give(digits, place))).toBe(digits)
      expect(digitsOf(type(`+${digits}`, place))).toBe(digits)
      expect(digitsOf(type(`00${digits}`, { ...place, country: 'PT' }))).toBe(digits)
    }),
    { numRuns: 2000 },
  )
})

test('what was read is read as the same for ever, and so is each spelling of it', () => {
  const text = fc.oneof(
    fc.constantFrom(...typedNumbers.map(([typed]) => typed)),
    fc.stringMatching(/^[+(]?\d{2,4}[ )-]?\d{4,5}[ -]?\d{3,4}$/),
    fc.stringMatching(/^[\d() .+-]{6,20}$/),
    fc.string(),
  )
  fc.assert(
    fc.property(text, anyPlace, anyPlace, (typed, here, there) => {
      const number = digitsOf(type(typed, here))
      if (number === null) return
      expect(number).toMatch(/^[1-9]\d{6,14}$/)
      expect(digitsOf(give(number, there))).toBe(number)
      expect(digitsOf(type(`+${number}`, there))).toBe(number)
      for (const each of sameNumberVariants(number)) {
        expect(digitsOf(give(each, there))).toBe(each)
        expect(sameNumberVariants(each).toSorted()).toEqual(sameNumberVariants(number).toSorted())
      }
    }),
    { numRuns: 3000 },
  )
})
