import { queueColumns } from 'db/queues/mutations.ts'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { outputOf, problemOf, wholeNumber } from './check-fields.ts'

const order = v.pipe(wholeNumber, queueColumns.orderQueue)

test.each([
  [queueColumns.name, '  ', { kind: 'required' }],
  [queueColumns.name, ' A ', { kind: 'too-short' }],
  [queueColumns.name, 'a'.repeat(51), { kind: 'too-long' }],
  [queueColumns.name, 'Vendas', null],
  [queueColumns.color, '', { kind: 'required' }],
  [queueColumns.color, 'verde', { kind: 'invalid' }],
  [queueColumns.color, '#0F766E', null],
  [queueColumns.greetingMessage, '', null],
  [order, '', { kind: 'required' }],
  [order, '1,5', { kind: 'not-whole' }],
  [order, '-1', { kind: 'not-whole' }],
  [order, '10000', { kind: 'too-high', limit: 9999 }],
  [order, ' 12 ', null],
] as const)('%#: %s', (schema, text, problem) => {
  expect(problemOf(schema, text)).toEqual(problem)
})

test('the output is what the mutation takes', () => {
  const fields = { name: queueColumns.name, color: queueColumns.color, orderQueue: order }
  expect(outputOf(fields, { name: ' Vendas ', color: '#ABC', orderQueue: '3' })).toEqual({
    name: 'Vendas',
    color: '#abc',
    orderQueue: 3,
  })
  expect(outputOf(fields, { name: 'V', color: '#ABC', orderQueue: '3' })).toBeNull()
})
