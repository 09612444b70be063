import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localTime } from '../bot/opening-hours.ts'
import { daysUntil, invoiceStatus, monthsAfter, recurrenceNames, recurrences, renewed } from './periods.ts'

const saoPaulo = 'America/Sao_Paulo'
const at = (text: string) => new Date(`${text}-03:00`)
const subscription = (due: string, anchorDay = Number(due.slice(8, 10))) => ({
  dueDate: at(due),
  anchorDay,
  timeZone: saoPaulo,
})

describe('a renewal', () => {
  test('that is in time counts from the due date', () => {
    const { dueDate } = renewed(subscription('2026-12-10T12:00'), 1, at('2026-11-25T09:00'))
    expect(dueDate).toEqual(at('2027-01-10T12:00'))
  })

  test('that is late counts from now, and the periods begin on that day from now on', () => {
    const now = at('2026-11-25T09:00')
    expect(renewed(subscription('2026-10-10T12:00'), 1, now)).toEqual({
      dueDate: at('2026-12-25T09:00'),
      anchorDay: 25,
    })
  })

  test('the 31st comes back after a shorter month', () => {
    let of = subscription('2027-01-31T12:00')
    const dates: string[] = []
    for (let month = 0; month < 4; month++) {
      of = { ...of, ...renewed(of, 1, at('2027-01-01T00:00')) }
      dates.push(localTime(of.dueDate, saoPaulo).date)
    }
    expect(dates).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  })

  test('a year from the 29th of February', () => {
    expect(monthsAfter('2028-02-29', 12, 29)).toBe('2029-02-28')
    expect(monthsAfter('2029-02-28', 36, 29)).toBe('2032-02-29')
  })

  test('in parts or at once, in time it ends on the same day', () => {
    const date = fc.date({ min: new Date('2026-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(date, fc.constantFrom(...recurrenceNames), (dueDate, name) => {
        const start = { dueDate, anchorDay: Number(localTime(dueDate, saoPaulo).date.slice(8)), timeZone: saoPaulo }
        const now = new Date(0)
        let inParts = start
        for (let month = 0; month < recurrences[name]; month++) inParts = { ...inParts, ...renewed(inParts, 1, now) }
        expect(inParts.dueDate).toEqual(renewed(start, recurrences[name], now).dueDate)
      }),
    )
  })
})

describe('days and statuses', () => {
  test.each([
    ['2026-11-25T00:01', 0],
    ['2026-11-26T00:01', 1],
    ['2026-11-24T23:59', -1],
    ['2026-11-21T12:00', -4],
  ])('%s is %i days away', (due, days) => {
    expect(daysUntil(at(due), at('2026-11-25T23:30'), saoPaulo)).toBe(days)
  })

  test('an invoice is overdue from the day after', () => {
    const of = (due: string, paidAt: Date | null = null) =>
      invoiceStatus({ dueDate: at(due), paidAt, voidedAt: null }, at('2026-11-25T23:30'), saoPaulo)
    expect(of('2026-11-25T08:00')).toBe('open')
    expect(of('2026-11-24T23:59')).toBe('overdue')
    expect(of('2026-11-24T23:59', at('2026-11-25T10:00'))).toBe('paid')
  })
})
