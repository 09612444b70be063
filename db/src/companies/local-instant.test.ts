import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { localTime } from '../bot/opening-hours.ts'
import { localInstant, readLocalInstant } from './local-instant.ts'

const saoPaulo = 'America/Sao_Paulo'
const iso = (text: string, timeZone = saoPaulo) => readLocalInstant(text, timeZone)?.toISOString()

test.each([
  ['2026-11-25T10:00', '2026-11-25T13:00:00.000Z'],
  ['2026-11-25 10:00', '2026-11-25T13:00:00.000Z'],
  ['2026-11-25T10:00:30', '2026-11-25T13:00:30.000Z'],
  ['2026-11-25T23:30', '2026-11-26T02:30:00.000Z'],
])('%s in São Paulo', (text, instant) => {
  expect(iso(text)).toBe(instant)
})

test.each([
  '2026-11-25T10:00Z',
  '2026-11-25T10:00-03:00',
  '2026-11-25',
  '2026-13-25T10:00',
  '2026-02-30T10:00',
  '2026-11-25T25:00',
  '25/11/2026 10:00',
  '',
])('%s is no local time', (text) => {
  expect(readLocalInstant(text, saoPaulo)).toBeNull()
})

test('where clocks go back the first of both counts, where they are put forward it is as much later', () => {
  expect(iso('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
  expect(iso('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
})

test('clocks show what was asked for, wherever they are', () => {
  const zones = ['America/Sao_Paulo', 'America/New_York', 'Europe/Lisbon', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC']
  const minute = fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), minute, (zone, at) => {
      const { date, clock } = localTime(new Date(at * 60_000), zone)
      const shown = localTime(localInstant(date, clock, zone), zone)
      expect([shown.date, shown.clock]).toEqual([date, clock])
    }),
  )
})
