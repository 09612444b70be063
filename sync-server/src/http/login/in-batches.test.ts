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
  return { asked, ask }
}

const turns = async () => {
  for (let n = 0; n < 3; n++) await setImmediate()
}

test('whoever comes while a question is out is in the next, and in no earlier one', async () => {
  const { asked, ask } = questions()
  const first = [ask(1), ask(2)]
  await turns()
  const later = [ask(3), ask(4), ask(3)]
  await turns()
  expect(asked.map(({ keys }) => keys)).toEqual([[1, 2]])
  asked[0]?.answer()
  expect(await Promise.all(first)).toEqual(['answer 1', 'answer 2'])
  await turns()
  expect(asked.map(({ keys }) => keys)).toEqual([
    [1, 2],
    [3, 4, 3],
  ])
  asked[1]?.answer()
  expect(await Promise.all(later)).toEqual(['answer 3', 'answer 4', 'answer 3'])
})

test('a question that fails fails for those in it alone', async () => {
  const { asked, ask } = questions()
  const first = ask(1)
  await turns()
  const second = ask(2)
  asked[0]?.fail(new Error('Postgres is away'))
  await expect(first).rejects.toThrow('Postgres is away')
  await turns()
  asked[1]?.answer()
  expect(await second).toBe('answer 2')
})

test('a question has a size', async () => {
  const { asked, ask } = questions()
  const all = Array.from({ length: 501 }, (_, n) => ask(n))
  await turns()
  expect(asked.map(({ keys }) => keys.length)).toEqual([500])
  asked[0]?.answer()
  await turns()
  expect(asked.map(({ keys }) => keys.length)).toEqual([500, 1])
  asked[1]?.answer()
  expect((await Promise.all(all)).at(-1)).toBe('answer 500')
})
