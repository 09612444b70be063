import { describe, expect, test } from 'vitest'
import { isPassing, isPoolEnded, isRefusal } from './passing-error.ts'

const withCode = (code: string) => Object.assign(new Error('no'), { code })

describe.each([
  ['as the client throws it', withCode],
  ['as Drizzle wraps it', (code: string) => new Error('Failed query', { cause: withCode(code) })],
])('%s', (_, error) => {
  test.each([
    'ECONNREFUSED',
    'CONNECTION_CLOSED',
    '57P01',
    '57P03',
    '57014',
    '08006',
    '25006',
    '53100',
    '40P01',
    '55P03',
  ])('%s passes', (code) => {
    expect(isPassing(error(code))).toBe(true)
    expect(isRefusal(error(code))).toBe(false)
  })

  test.each(['23505', '22021', '42P01', '54000', '25P02'])('%s would be said again', (code) => {
    expect(isPassing(error(code))).toBe(false)
    expect(isRefusal(error(code))).toBe(true)
  })

  test('a pool that was ended says nothing of what was asked, and does not come back in this process', () => {
    expect(isPassing(error('CONNECTION_ENDED'))).toBe(true)
    expect(isPoolEnded(error('CONNECTION_ENDED'))).toBe(true)
    expect(isPoolEnded(error('CONNECTION_CLOSED'))).toBe(false)
    expect(isRefusal(error('CONNECTION_ENDED'))).toBe(false)
  })
})

test('a bug of ours fails again; what is no error says nothing', () => {
  expect(isPassing(new TypeError('x'))).toBe(false)
  expect(isRefusal(new TypeError('x'))).toBe(true)
  for (const error of [undefined, null, 'text', { code: '57P01' }]) {
    expect(isPassing(error)).toBe(false)
    expect(isRefusal(error)).toBe(false)
  }
})
