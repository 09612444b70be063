import { startJobs, type Jobs } from 'db/node/jobs.ts'
import { testDatabase } from 'db/node/testing/test-database.ts'
import * as v from 'valibot'
import { beforeAll, expect, test, vi } from 'vitest'
import { consume, runRegularly, untilFewer } from './consume.ts'
import { createLogger } from './logger.ts'

let jobs: Jobs
beforeAll(async () => {
  const database = await testDatabase()
  jobs = await startJobs(database.url, () => {})
  return async () => {
    await jobs.boss.stop({ graceful: false })
    await database.drop()
  }
})

const log = createLogger('silent')
const schema = v.object({ word: v.string() })

async function queueOf(name: string, retryLimit: number) {
  await jobs.boss.createQueue(name, { retryLimit, retryDelay: 0, notify: true })
  return name
}

test('a job that fails is tried again; who does it knows when there is no other try; what is of no known kind is dropped', async () => {
  const queue = await queueOf('words', 2)
  const seen: [string, boolean][] = []
  const stop = await consume({ jobs, log }, { queue, schema, pollSeconds: 0.5 }, async ({ word }, { isLast }) => {
    seen.push([word, isLast])
    if (word === 'hard') throw new Error('too hard')
  })
  const dropped = await jobs.boss.send(queue, { number: 1 })
  await jobs.boss.send(queue, { word: 'hard' })
  await vi.waitUntil(() => seen.length === 3)
  expect(seen).toEqual([
    ['hard', false],
    ['hard', false],
    ['hard', true],
  ])
  await jobs.boss.send(queue, { word: 'easy' })
  await vi.waitUntil(() => seen.length === 4)
  expect(seen.at(-1)).toEqual(['easy', false])
  expect((await jobs.boss.findJobs(queue, { id: dropped ?? '' }))[0]?.state).toBe('completed')
  await stop()
})

test('one that fails takes none of its batch along', async () => {
  const queue = await queueOf('batches', 0)
  const done: string[] = []
  for (const word of ['a', 'b', 'c']) await jobs.boss.send(queue, { word })
  const stop = await consume({ jobs, log }, { queue, schema, batchSize: 3 }, async ({ word }) => {
    if (word === 'b') throw new Error('not this one')
    done.push(word)
  })
  await vi.waitUntil(() => done.length === 2)
  await stop()
  const states = (await jobs.boss.findJobs<{ word: string }>(queue)).map(({ data, state }) => [data.word, state])
  expect(Object.fromEntries(states)).toEqual({ a: 'completed', b: 'failed', c: 'completed' })
})

test('what the clock asks for hears that it is to end, and is waited for', async () => {
  const queue = await queueOf('chores', 0)
  const steps: boolean[] = []
  const held = Promise.withResolvers<void>()
  const stop = await runRegularly(jobs, queue, '0 0 1 1 *', async (isStopping) => {
    steps.push(isStopping())
    await held.promise
    steps.push(isStopping())
  })
  await jobs.boss.send(queue)
  await vi.waitUntil(() => steps.length === 1)
  const stopped = stop()
  held.resolve()
  await stopped
  expect(steps).toEqual([false, true])
})

test('steps go on until one finds fewer than it could take, or the end is near', async () => {
  const counts = [3, 3, 1, 3]
  expect(await untilFewer(3, async () => counts.shift() ?? 0)).toBe(7)
  expect(counts).toEqual([3])
  expect(
    await untilFewer(
      3,
      async () => 3,
      () => true,
    ),
  ).toBe(0)
})

test('what is kept of a regular job that failed has its kind, and nothing that the error carried', async () => {
  class TheirError extends Error {}
  const queue = await queueOf('failing', 0)
  const stop = await runRegularly(jobs, queue, '0 0 1 1 *', async () => {
    throw Object.assign(new TheirError('params: segredo'), { params: ['segredo'] })
  })
  const id = (await jobs.boss.send(queue, {})) ?? ''
  const job = async () => (await jobs.boss.findJobs(queue, { id }))[0]
  await vi.waitUntil(async () => (await job())?.state === 'failed')
  const kept = JSON.stringify((await job())?.output)
  expect(kept).toContain('TheirError')
  expect(kept).not.toContain('segredo')
  await stop()
})
