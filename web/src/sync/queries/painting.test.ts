import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  deviceAnswered,
  everything,
  followedMs,
  isWhole,
  newRace,
  painted,
  rowsOf,
  serverAnswered,
  serverAnsweredBefore,
  unheard,
  type Around,
  type Race,
} from './painting.ts'

const well: Around = { reachable: true, pending: false }
const named = (name: string) => [{ id: 'a', name }]
const [old, news, newer] = [named('old'), named('news'), named('newer')]
const shown = (race: Race, around = well) => rowsOf(painted(race, around))

test('a new device shows what the server says until it has as much itself', () => {
  const asked: Race = { ...newRace(undefined), asking: 'again' }
  const filling = deviceAnswered(asked, [], null, 0)
  expect(shown(filling)).toBeUndefined()
  const told = serverAnswered(filling, news, 100n, 1)
  expect([shown(told), isWhole(painted(told, well)), told.over]).toEqual([news, true, false])
  expect(shown(deviceAnswered(told, old, 99n, 2))).toBe(news)
  expect(shown(deviceAnswered(told, newer, 100n, 2))).toBe(newer)
  const same = painted(deviceAnswered(told, named('news'), 1n, 2), well)
  expect([same.over, shown(deviceAnswered(serverAnswered(same, old, 300n, 3), newer, 2n, 3))]).toEqual([true, newer])
  expect(shown(deviceAnswered(told, newer, 1n, 1 + followedMs))).toBe(newer)
})

test('an opened device shows the last time’s rows, then news, then its own', () => {
  const kept = newRace(old)
  const opened = painted(deviceAnswered(kept, old, unheard, 0), well)
  expect([rowsOf(kept), isWhole(kept), isWhole(opened)]).toEqual([old, false, true])
  const told = painted(serverAnswered(opened, news, 100n, 1), well)
  expect(rowsOf(told)).toBe(news)
  expect(shown(deviceAnswered(told, old, unheard, 1e9))).toBe(news)
})

test('what a copy of the last time lacks may be there all the same, until the server has answered once', () => {
  const asked: Race = { ...newRace(undefined), asking: 'first' }
  const opened = painted(deviceAnswered(asked, [], unheard, 0), well)
  expect([rowsOf(opened), isWhole(opened)]).toEqual([[], false])
  expect(isWhole(painted(serverAnswered(opened, news, 100n, 1), well))).toBe(true)
  // It does not answer, is not in reach, is asked again; or the copy is up to date.
  expect(isWhole(painted({ ...opened, asking: false }, well))).toBe(true)
  expect(isWhole(painted(opened, { ...well, reachable: false }))).toBe(true)
  expect(isWhole(painted({ ...opened, asking: 'again' }, well))).toBe(true)
  expect(isWhole(painted(deviceAnswered(opened, [], 100n, 1), well))).toBe(true)
})

test('who is not answered shows what is here, whole or not', () => {
  const filling = deviceAnswered({ ...newRace(undefined), asking: 'again' }, old, null, 0)
  expect(shown({ ...filling, asking: false })).toBe(old)
  expect(isWhole(painted({ ...filling, asking: false }, well))).toBe(false)
})

test('what waits in the outbox stays on the screen, and nothing vanishes because something begins to wait', () => {
  const pending = { reachable: true, pending: true }
  const opened = painted(deviceAnswered(newRace(undefined), old, unheard, 0), well)
  const told = serverAnswered(opened, news, 100n, 1)
  expect(shown(told, pending)).toBe(old)
  expect(shown(painted(told, well), pending)).toBe(news)
  expect(shown(painted(told, well), { ...pending, reachable: false })).toBe(old)
  const first = serverAnswered(deviceAnswered(newRace(undefined), [], null, 0), news, 100n, 1)
  expect(shown(first, { reachable: false, pending: true })).toBe(news)
})

test('what waits at a start stays on the screen too, where only the last time’s rows and part of a copy have it', () => {
  const pending = { reachable: true, pending: true }
  const told = serverAnswered(newRace(old), news, 100n, 1)
  expect(shown(told, pending)).toBe(old)
  for (const race of [told, painted(told, pending)]) expect(shown(deviceAnswered(race, [], null, 2), pending)).toBe(old)
  expect(shown(deviceAnswered(told, newer, unheard, 2), pending)).toBe(newer)
  expect(shown(told)).toBe(news)
})

test('an answer that was held back for what waited is not painted when that has been taken: it lacks it', () => {
  const pending = { reachable: true, pending: true }
  const opened = painted(deviceAnswered(newRace(undefined), newer, unheard, 0), well)
  const held = painted(serverAnswered(opened, old, 100n, 1), pending)
  expect([shown(held), shown(serverAnswered(held, news, 101n, 2))]).toEqual([newer, news])
})

test('an answer from before something was written here takes nothing away', () => {
  const opened = painted(deviceAnswered(newRace(undefined), newer, unheard, 0), well)
  expect(shown(serverAnsweredBefore(opened, old, 100n, 1))).toBe(newer)
  expect(shown(serverAnsweredBefore(newRace(undefined), old, 100n, 1))).toBe(old)
  const told = painted(serverAnswered(newRace(undefined), news, 100n, 1), well)
  expect(shown(serverAnsweredBefore(told, old, 101n, 2))).toBe(news)
})

type Step =
  | { kind: 'server'; lsn: bigint }
  | { kind: 'device'; upTo: bigint | null }
  | { kind: 'around'; around: Around }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('server' as const), lsn: fc.bigInt(0n, 20n) }),
  fc.record({ kind: fc.constant('device' as const), upTo: fc.option(fc.bigInt(-1n, 20n)) }),
  fc.record({
    kind: fc.constant('around' as const),
    around: fc.record({ reachable: fc.boolean(), pending: fc.boolean() }),
  }),
)

test('while the server is in reach, what is on the screen never goes back behind what it said; and the device has the last word', () => {
  // Rows say how new they are: what the position would show of a world that changes with each.
  const at = (position: bigint | null) => [{ id: 'a', at: position }]
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let [race, around, seen] = [newRace(undefined), well, unheard]
      // A device's copy only grows.
      let copy: bigint | null = null
      for (const each of steps) {
        if (each.kind === 'server') race = serverAnswered(race, at(each.lsn), each.lsn, 0)
        if (each.kind === 'device') {
          if (copy === null || (each.upTo ?? -2n) > copy) copy = each.upTo
          race = deviceAnswered(race, at(copy), copy, 1)
        }
        if (each.kind === 'around') around = each.around
        race = painted(race, around)
        const position = rowsOf(race)?.[0]?.['at']
        if (typeof position !== 'bigint') continue
        if (race.by === 'server') seen = position > seen ? position : seen
        if (around.reachable && !around.pending) expect(position).toBeGreaterThanOrEqual(seen)
      }
      expect(painted(deviceAnswered(race, old, everything, 1), around).by).toBe('device')
    }),
  )
})
