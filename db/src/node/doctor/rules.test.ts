import { expect, test } from 'vitest'
import { size } from './finding.ts'
import { judgeBackup, judgeClock, judgeConnections, judgeDisk, judgeFuture, judgeQueue, judgeSlot } from './rules.ts'

const gib = 1024 ** 3

test.each([
  [{ total: 100 * gib, free: 50 * gib }, 'ok'],
  [{ total: 100 * gib, free: 4 * gib }, 'warning'],
  [{ total: 100 * gib, free: 0.2 * gib }, 'error'],
  // A small disk has little free and is well.
  [{ total: 2 * gib, free: 1 * gib }, 'ok'],
] as const)('a disk with %o is %s', (disk, level) => {
  expect(judgeDisk('dados', disk).level).toBe(level)
})

test.each([
  [{ active: true, status: 'reserved', kept: 0 }, 'ok'],
  [{ active: false, status: 'reserved', kept: 100 }, 'ok'],
  [{ active: true, status: 'extended', kept: 100 }, 'warning'],
  [{ active: false, status: 'reserved', kept: 0.5 * gib }, 'warning'],
  [{ active: true, status: 'unreserved', kept: 100 }, 'error'],
  [{ active: false, status: 'lost', kept: 0 }, 'error'],
] as const)('a slot with %o is %s', (slot, level) => {
  expect(judgeSlot({ name: 'balcao_shapes', isStandby: false, ...slot }).level).toBe(level)
  expect(judgeSlot({ name: 'relatorios', isStandby: true, ...slot }).level).toBe(level)
})

test.each([
  [100, 5, 'ok'],
  [-5000, 10, 'warning'],
  [90_000, 10, 'error'],
  // The answer took as long as the difference.
  [5000, 4000, 'ok'],
] as const)('a clock that is %i ms ahead, asked in %i ms, is %s', (ahead, uncertain, level) => {
  expect(judgeClock(ahead, uncertain).level).toBe(level)
})

test('a message from tomorrow says that the clock went back', () => {
  expect([judgeFuture(-3).level, judgeFuture(86_400).level]).toEqual(['ok', 'warning'])
})

test('what waits and what was given up are two things', () => {
  expect(judgeQueue({ name: 'a', due: 3, oldest: 400, failed: 2 }).map(({ level }) => level)).toEqual([
    'error',
    'warning',
  ])
  expect(judgeQueue({ name: 'a', due: 30, oldest: 5, failed: 0 })).toEqual([])
})

test('a connection that nobody wants up is no problem, one that nobody holds is one', () => {
  const of = { company: 'Aurora', name: 'Principal', reason: null, held: true }
  expect(
    judgeConnections([
      { ...of, status: 'CONNECTED' },
      { ...of, status: 'DISCONNECTED', reason: 'disconnected' },
      { ...of, status: 'qrcode', held: false },
    ]).map(({ level }) => level),
  ).toEqual(['ok'])
  expect(judgeConnections([{ ...of, status: 'CONNECTED', held: false }])[0]?.level).toBe('error')
  expect(judgeConnections([{ ...of, status: 'DISCONNECTED', reason: 'logged_out' }])).toEqual([
    {
      level: 'warning',
      what: 'Conexão Principal (Aurora): DISCONNECTED, logged_out',
      remedy: 'vincule de novo, por QR ou código, em Conexões',
    },
  ])
})

test('sizes are read by people', () => {
  expect([0, 1536, 5 * gib].map(size)).toEqual(['0 B', '1,5 kB', '5 GB'])
})

const day = 86_400
test.each([
  [3600, 40 * day, 'ok', 'há 60 min'],
  [1.9 * day, 40 * day, 'ok', 'há 46 h'],
  [5.5 * day, 40 * day, 'warning', 'há 5 dias'],
  [null, 40 * day, 'warning', 'nenhuma é conhecida'],
  // There was no night yet.
  [null, 3600, 'ok', 'nenhuma ainda'],
  [null, null, 'ok', 'nenhuma ainda'],
] as const)('a backup of %s s ago, installed %s s ago, is %s', (age, installed, level, words) => {
  const found = judgeBackup(age, installed)
  expect(found.level).toBe(level)
  expect(found.what).toContain(words)
})
