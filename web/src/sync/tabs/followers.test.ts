import { expect, test } from 'vitest'
import { createFollowers } from './followers.ts'
import { initialStatus, next, type LeaderStatus } from './status.ts'

const connecting = next(initialStatus, { kind: 'opened', complete: true, syncedAt: null })
const reconnecting = next(connecting, { kind: 'unreachable' })

test('who is met between two statuses is told both, who has gone none, and who comes back the last', async () => {
  const told: [string, LeaderStatus['phase']][] = []
  const gone: string[] = []
  const ends = new Map<string, () => void>()
  const followers = createFollowers({
    tell: (worker, { phase }) => told.push([worker, phase]),
    whenGone: (worker) => new Promise((resolve) => ends.set(worker, resolve)),
    onGone: (worker) => gone.push(worker),
  })
  followers.tell(initialStatus)
  followers.meet('a', connecting)
  followers.meet('a', connecting)
  followers.tell(reconnecting)
  followers.meet('b', reconnecting)
  ends.get('a')?.()
  await expect.poll(() => gone).toEqual(['a'])
  followers.tell(connecting)
  followers.meet('a', connecting)
  expect(told).toEqual([
    ['a', 'connecting'],
    ['a', 'reconnecting'],
    ['b', 'reconnecting'],
    ['b', 'connecting'],
    ['a', 'connecting'],
  ])
})
