import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { defaultOpeningHours, isOpen, localTime, openingHours, type OpeningHours } from './opening-hours.ts'

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

  test('00:00 to 24:00 is all of the day, and none of the next', () => {
    const hours = on(5, ['00:00', '24:00'])
    expect(v.is(openingHours, hours)).toBe(true)
    expect(['00:00', '12:00', '23:59'].map((clock) => isOpen(hours, friday(clock), saoPaulo))).toEqual([
      true,
      true,
      true,
    ])
    expect(isOpen(hours, new Date('2026-11-21T00:00:00-03:00'), saoPaulo)).toBe(false)
    expect(isOpen(hours, new Date('2026-11-19T23:59:00-03:00'), saoPaulo)).toBe(false)
  })

  test('no day begins at its end', () => {
    expect(v.is(openingHours, on(5, ['24:00', '24:00']))).toBe(false)
  })

  test('00:00 to 00:00 is closed, as the specification’s Sunday', () => {
    expect(isOpen(on(5, ['00:00', '00:00']), friday('12:00'), saoPaulo)).toBe(false)
  })
})

const zones = ['America/Sao_Paulo', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'] as const
const instant = fc.date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })

test('until 24:00 and until 00:00 of the next day are the same, whatever the zone and its changes of the clock', () =>
  fc.assert(
    fc.property(instant, fc.constantFrom(...zones), fc.integer({ min: 0, max: 6 }), (at, zone, day) => {
      const start = '13:30'
      expect(isOpen(on(day, [start, '24:00']), at, zone)).toBe(isOpen(on(day, [start, '00:00']), at, zone))
      const { weekday } = localTime(at, zone)
      expect(isOpen(on(day, ['00:00', '24:00']), at, zone)).toBe(weekday === day)
    }),
  ))

test('the day after the night on which clocks go back has hours of its own', () => {
  // 2026-11-01 in New York has 25 hours: 24 before its end is itself.
  const overnight = on(6, ['23:50', '23:45'])
  expect(isOpen(overnight, new Date('2026-11-01T23:30:00-05:00'), 'America/New_York')).toBe(true)
})

test.each(['2026-11-20', '11-20'])('a holiday (%s) is closed all day', (holiday) => {
  expect(isOpen({ ...defaultOpeningHours, holidays: [holiday] }, friday('10:00'), saoPaulo)).toBe(false)
  expect(isOpen({ ...defaultOpeningHours, holidays: ['2027-11-20'] }, friday('10:00'), saoPaulo)).toBe(true)
})
