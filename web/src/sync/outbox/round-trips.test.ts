import { expect, test } from 'vitest'
import { RoundTripLog } from './round-trips.ts'

const wall = new Date(0)
const minute = 60_000

test('half, and 95 of 100, of what was done within the hour', () => {
  const log = new RoundTripLog()
  for (let n = 1; n <= 100; n++) {
    log.begin(`${n}`, 0)
    log.end([`${n}`], n)
  }
  expect(log.summary(wall)).toEqual({ count: 100, p50: 50, p95: 95, at: wall })
})

test('what is older than an hour is gone with the next one', () => {
  const log = new RoundTripLog()
  log.begin('old', 0)
  log.end(['old'], 9000)
  log.begin('new', 70 * minute)
  log.end(['new'], 70 * minute + 100)
  expect(log.summary(wall)).toMatchObject({ count: 1, p50: 100, p95: 100 })
})

test('what waited for the network, what another session did and what nobody began count nothing', () => {
  const log = new RoundTripLog()
  log.begin('interrupted', 0)
  log.interrupt()
  expect(log.end(['interrupted', 'unknown'], 5000)).toBe(false)
  expect(log.summary(wall)).toBe(null)
})
