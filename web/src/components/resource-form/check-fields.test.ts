import { queueColumns } from 'db/queues/mutations.ts'
import { expect, test } from 'vitest'
import { outputOf, problemOf, wholeNumber } from './check-fields.ts'

const { name, color, orderQueue, greetingMessage } = queueColumns

test.each([
  [name, '  ', { kind: 'required' }],
  [name, ' A ', { kind: 'too-short', limit: 2 }],
  [name, 'a'.repeat(51), { kind: 'too-long', limit: 50 }],
  [name, 'Vendas', null],
  [color, '', { kind: 'required' }],
  [color, 'verde', { kind: 'invalid' }],
  [color, '#0F766E', null],
  [greetingMessage, '', null],
  [orderQueue, null, { kind: 'required' }],
  [orderQueue, 10_000, { kind: 'too-high', limit: 9999 }],
  [orderQueue, 12, null],
] as const)('%#: %s', (schema, value, problem) => {
  expect(problemOf(schema, value)).toEqual(problem)
})

test.each([
  ['', { kind: 'required' }],
  ['1,5', { kind: 'not-whole' }],
  ['-1', { kind: 'not-whole' }],
  ['10000', { kind: 'too-high', limit: 9999 }],
  [' 12 ', null],
] as const)('a whole number that is typed as %j', (text, problem) => {
  expect(problemOf(orderQueue, wholeNumber.read(text))).toEqual(problem)
})

test('a number is written as it is read', () => {
  expect(wholeNumber.write(wholeNumber.read('120'))).toBe('120')
  expect(wholeNumber.write(null)).toBe('')
})

test('the output is what the mutation takes', () => {
  const fields = { name, color, orderQueue }
  expect(outputOf(fields, { name: ' Vendas ', color: '#ABC', orderQueue: 3 })).toEqual({
    name: 'Vendas',
    color: '#abc',
    orderQueue: 3,
  })
  expect(outputOf(fields, { name: 'V', color: '#ABC', orderQueue: 3 })).toBeNull()
  expect(outputOf(fields, { name: 'Vendas', color: '#ABC', orderQueue: null })).toBeNull()
})

test('a misspelt field and a value of another type do not compile', () => {
  const fields = { name, orderQueue }
  // @ts-expect-error -- no field is called that
  outputOf(fields, { name: 'Vendas', orderQueue: 3, colour: '#ABC' })
  // @ts-expect-error -- a number is no text
  expect(outputOf(fields, { name: 'Vendas', orderQueue: '3' })).toBeNull()
})
