import { describe, expect, test } from 'vitest'
import { defaultOpeningHours, isOpen, type OpeningHours } from './opening-hours.ts'

const saoPaulo = 'America/Sao_Paulo'
/** 2026-11-20 is a Friday; São Paulo is three hours behind UTC. */
const friday = (clock: string) => new Date(`2026-11-20T${clock}:00-03:00`)
const on = (day: number, ...intervals: [string, string][]): OpeningHours => ({
  days: Array.from({ length: 7 }, (_, index) =>
    index === day ? intervals.map(([start, end]) => ({ start, end })) : [],
  ),
  holidays: [],
})

test.each([
  ['07:59', false],
  ['08:00', true],
  ['17:59', true],
  ['18:00', false],
])('by default a Friday at %s: %s', (clock, open) => {
  expect(isOpen(defaultOpeningHours, friday(clock), saoPaulo)).toBe(open)
})

test('the company’s clock counts, not the server’s', () => {
  const at = new Date('2026-11-20T20:30:00Z')
  expect(isOpen(defaultOpeningHours, at, saoPaulo)).toBe(true)
  expect(isOpen(defaultOpeningHours, at, 'Europe/Lisbon')).toBe(false)
})

test('Saturday is half a day, Sunday is closed', () => {
  expect(isOpen(defaultOpeningHours, new Date('2026-11-21T11:59:00-03:00'), saoPaulo)).toBe(true)
  expect(isOpen(defaultOpeningHours, new Date('2026-11-21T12:00:00-03:00'), saoPaulo)).toBe(false)
  expect(isOpen(defaultOpeningHours, new Date('2026-11-22T10:00:00-03:00'), saoPaulo)).toBe(false)
})

describe('intervals', () => {
  test('several a day, with a break between them', () => {
    const hours = on(5, ['08:00', '12:00'], ['13:00', '18:00'])
    expect(['09:00', '12:30', '13:00'].map((clock) => isOpen(hours, friday(clock), saoPaulo))).toEqual([
      true,
      false,
      true,
    ])
  })

  test('one that ends after midnight goes on into the next day', () => {
    const hours = on(5, ['22:00', '02:00'])
    expect(isOpen(hours, friday('23:00'), saoPaulo)).toBe(true)
    expect(isOpen(hours, new Date('2026-11-21T01:59:00-03:00'), saoPaulo)).toBe(true)
    expect(isOpen(hours, new Date('2026-11-21T02:00:00-03:00'), saoPaulo)).toBe(false)
    expect(isOpen(hours, friday('01:00'), saoPaulo)).toBe(false)
  })

  test('00:00 to 00:00 is closed, as the specification’s Sunday', () => {
    expect(isOpen(on(5, ['00:00', '00:00']), friday('12:00'), saoPaulo)).toBe(false)
  })
})

test.each(['2026-11-20', '11-20'])('a holiday (%s) is closed all day', (holiday) => {
  expect(isOpen({ ...defaultOpeningHours, holidays: [holiday] }, friday('10:00'), saoPaulo)).toBe(false)
  expect(isOpen({ ...defaultOpeningHours, holidays: ['2027-11-20'] }, friday('10:00'), saoPaulo)).toBe(true)
})
