import { isTimeZone } from 'db/companies/time-zone.ts'
import { expect, test } from 'vitest'
import { offsetOf, zoneGroups, zoneName } from './time-zones.ts'

const now = new Date('2026-01-15T12:00:00Z')

test('Brazil’s zones come first, by city and state; every choice can be saved, once', () => {
  const [brazil, others] = zoneGroups('America/Sao_Paulo', now)
  expect(brazil?.items[0]).toEqual({
    value: 'America/Sao_Paulo',
    label: 'São Paulo, Brasília (DF, ES, GO, MG, PR, RJ, RS, SC, SP) · GMT-3',
  })
  expect(brazil?.items).toHaveLength(16)
  const all = [...(brazil?.items ?? []), ...(others?.items ?? [])].map(({ value }) => value)
  expect(all.filter((zone) => !isTimeZone(zone))).toEqual([])
  expect(new Set(all).size).toBe(all.length)
  expect(all).toContain('Europe/Lisbon')
})

test('a zone is named by its place, and the present one is among the choices whatever the browser calls it', () => {
  expect(zoneName('America/Argentina/Buenos_Aires')).toBe('Buenos Aires, Argentina, América')
  expect([zoneName('UTC'), zoneName('Europe/Lisbon')]).toEqual(['UTC', 'Lisbon, Europa'])
  const values = (current: string) => zoneGroups(current, now).flatMap(({ items }) => items.map(({ value }) => value))
  for (const current of ['Asia/Kolkata', 'Asia/Calcutta', 'UTC']) expect(values(current)).toContain(current)
})

test('what its clock shows now, summer time included', () => {
  expect(offsetOf('America/New_York', now)).toBe('GMT-5')
  expect(offsetOf('America/New_York', new Date('2026-07-15T12:00:00Z'))).toBe('GMT-4')
  expect(offsetOf('Asia/Kolkata', now)).toBe('GMT+5:30')
})
