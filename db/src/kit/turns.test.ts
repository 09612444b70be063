import { expect, test } from 'vitest'
import { createTurns, createTurnsByKey } from './turns.ts'

/** Work that ends when it is told to, and what has begun of it. */
function held() {
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const work = (name: string) => () => {
    begun.push(name)
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return end.promise
  }
  return {
    begun,
    work,
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  }
}

test('one begins when the one before it has ended, however it ended', async () => {
  const { begun, work, fail, end } = held()
  const inTurn = createTurns()
  const first = inTurn(work('first'))
  const second = inTurn(work('second'))
  // In this very turn.
  expect(begun).toEqual(['first'])
  fail('first')
  await expect(first).rejects.toThrow('first')
  await expect.poll(() => begun).toEqual(['first', 'second'])
  end('second')
  expect(await second).toBe('second')
  void inTurn(work('third'))
  await expect.poll(() => begun).toEqual(['first', 'second', 'third'])
})

test('only what has the same key waits', async () => {
  const { begun, work, fail, end } = held()
  const inTurn = createTurnsByKey()
  const first = inTurn('ana', work('first'))
  const second = inTurn('ana', work('second'))
  const other = inTurn('bia', work('other'))
  await expect.poll(() => begun).toEqual(['first', 'other'])
  fail('first')
  await expect(first).rejects.toThrow('first')
  await expect.poll(() => begun).toEqual(['first', 'other', 'second'])
  // Asked for while the last one of the key still runs: it waits for that one, though the first is long forgotten.
  const third = inTurn('ana', work('third'))
  end('other')
  expect(await other).toBe('other')
  expect(begun).not.toContain('third')
  end('second')
  expect(await second).toBe('second')
  await expect.poll(() => begun).toContain('third')
  end('third')
  expect(await third).toBe('third')
})
