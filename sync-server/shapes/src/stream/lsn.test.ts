// Positions at the boundaries where numbers stop being exact, and where a sign would be.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Acknowledged } from '../identity.ts'
import { encodeBlock, readHeader } from '../log/block.ts'
import { Offset } from '../offset.ts'
import { Moment, parseMoment } from '../snapshot/moment.ts'
import { Storage } from '../subqueries/storage.ts'
import { formatLsn, lsnOf, parseLsn, readLsn, writeLsn, writtenLsn } from './lsn.ts'

const last = 2n ** 64n - 1n
const around = [0n, 2n ** 32n, 2n ** 53n, 2n ** 63n].flatMap((at) => (at === 0n ? [0n, 1n] : [at - 1n, at, at + 1n]))
const lsns = [...around, last]
const anyLsn = fc.oneof(fc.constantFrom(...lsns), fc.bigInt({ min: 0n, max: last }))

test('a position is the same in all its forms', () => {
  fc.assert(
    fc.property(anyLsn, (lsn) => {
      expect(parseLsn(formatLsn(lsn))).toBe(lsn)
      const buffer = Buffer.alloc(8)
      writeLsn(buffer, lsn, 0)
      expect(readLsn(buffer, 0)).toBe(lsn)
      expect(lsnOf(JSON.parse(JSON.stringify(writtenLsn(lsn))) as number | string)).toBe(lsn)
      expect(Offset.parse(`${lsn}_7`)?.toString()).toBe(`${lsn}_7`)
      const moment = parseMoment('5:9:6,7', lsn)
      expect(new Moment(JSON.parse(JSON.stringify(moment.record)) as Moment['record']).lsn).toBe(lsn)
      const block = encodeBlock({ lsn, xid: 1, firstOp: 0, isLast: true, keys: [] }, [])
      expect(readHeader(block, 0).lsn).toBe(lsn)
    }),
  )
})

test('Postgres writes it as two halves', () => {
  expect([2n ** 53n, 2n ** 63n + 40n, last].map(formatLsn)).toEqual(['200000/0', '80000000/28', 'FFFFFFFF/FFFFFFFF'])
})

test('offsets are ordered by it', () => {
  const sorted = lsns.toSorted((a, b) => (a < b ? -1 : 1))
  for (const [index, lsn] of sorted.entries()) {
    for (const [other, than] of sorted.entries()) {
      expect(new Offset(lsn, 0).compare(new Offset(than, 0))).toBe(Math.sign(index - other))
    }
  }
})

async function inFolder(use: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-lsn-'))
  try {
    await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('what Postgres was told is read again to the last digit', () =>
  inFolder(async (folder) => {
    for (const lsn of lsns.filter((one) => one > 0n)) {
      const acknowledged = await Acknowledged.open(folder)
      await acknowledged.advance(lsn)
      await acknowledged.close()
      const again = await Acknowledged.open(folder)
      expect(again.lsn).toBe(lsn)
      await again.close()
    }
  }))

test('messages of shapes with subqueries are kept in its order', () =>
  inFolder((folder) => {
    const storage = new Storage(join(folder, 'some.db'))
    expect(storage.lsn).toBe(0n)
    storage.begin()
    for (const lsn of lsns) {
      storage.addMessage(1, { lsn, op: 0, open: String(lsn) })
      storage.putRow(2, { key: String(lsn), row: {}, changed: lsn })
    }
    storage.commit(last)
    expect(storage.lsn).toBe(last)
    expect(storage.messages(1, { lsn: 0n, op: 0 }, last).map(({ lsn }) => lsn)).toEqual(lsns.slice(1))
    expect(storage.messages(1, { lsn: 2n ** 53n, op: 0 }, 2n ** 63n).map(({ open }) => open)).toEqual(
      [2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n].map(String),
    )
    expect(storage.oldest(1).map(({ lsn }) => lsn)).toEqual(lsns)
    expect(lsns.map((lsn) => storage.row(2, String(lsn))?.changed)).toEqual(lsns)
    storage.deleteUpTo(1, 2n ** 63n)
    expect(storage.oldest(1).map(({ lsn }) => lsn)).toEqual([2n ** 63n + 1n, last])
    expect(storage.lastMessage(1)).toEqual({ lsn: last, op: 0 })
    storage.close()
    return Promise.resolve()
  }))
