import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

/** Questions as they were asked, each answered when told. */
function questions() {
  const asked: { keys: readonly number[]; answer(): void; fail(error: Error): void }[] = []
  const ask = inBatches<number, string>(async (keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    asked.push({ keys: [...keys], answer: resolve, fail: reject })
    await promise
    return (key) => `answer ${key}`
  })
  return { ask, asked, keys: () => asked.map(({ keys }) => keys) }
}

const turns = async () => {
  for (let n = 0; n < 3; n++) await setImmediate()
}

test('two questions are out at a time; whoever comes meanwhile is in the next, and in no earlier one', async () => {
  const { ask, asked, keys } = questions()
  const first = [ask(1), ask(2)]
  await turns()
  const second = ask(3)
  await turns()
  expect(keys()).toEqual([[1, 2], [3]])
  const later = [ask(4), ask(5), ask(4)]
  await turns()
  expect(keys()).toHaveLength(2)
  asked[1]?.answer()
  expect(await second).toBe('answer 3')
  await turns()
  expect(keys()).toEqual([[1, 2], [3], [4, 5, 4]])
  // The first is stuck, and nobody waits for it who is not in it.
  asked[2]?.answer()
  expect(await Promise.all(later)).toEqual(['answer 4', 'answer 5', 'answer 4'])
  asked[0]?.answer()
  expect(await Promise.all(first)).toEqual(['answer 1', 'answer 2'])
})

test('a question that fails fails for those in it alone', async () => {
  const { ask, asked } = questions()
  const first = ask(1)
  await turns()
  const second = ask(2)
  await turns()
  const third = ask(3)
  asked[0]?.fail(new Error('Postgres is away'))
  await expect(first).rejects.toThrow('Postgres is away')
  await turns()
  asked[1]?.answer()
  asked[2]?.answer()
  expect(await Promise.all([second, third])).toEqual(['answer 2', 'answer 3'])
})

test('a question has a size', async () => {
  const { ask, asked, keys } = questions()
  const all = Array.from({ length: 501 }, (_, n) => ask(n))
  await turns()
  expect(keys().map(({ length }) => length)).toEqual([500, 1])
  for (const { answer } of asked) answer()
  expect((await Promise.all(all)).at(-1)).toBe('answer 500')
})
