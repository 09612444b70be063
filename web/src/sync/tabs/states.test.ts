import { describe, expect, test } from 'vitest'
import { next as elect, type ElectionEvent, type ElectionState } from './election.ts'
import { next as push, type PushEvent, type PushState } from '../push/push-state.ts'
import { initialStatus, next as status, type StatusEvent } from './status.ts'

describe('election', () => {
  const after = (...events: ElectionEvent[]) => events.reduce<ElectionState>(elect, { kind: 'waiting' })

  test('a follower takes the lead when it gets the lock', () => {
    const events: ElectionEvent[] = [
      { kind: 'leader-heard', leader: 'a' },
      { kind: 'lock-granted' },
      { kind: 'opened' },
    ]
    expect(after(...events)).toEqual({ kind: 'leading' })
  })
  test('hearing the same leader again changes nothing, another one does', () => {
    const following = after({ kind: 'leader-heard', leader: 'a' })
    expect(elect(following, { kind: 'leader-heard', leader: 'a' })).toBe(following)
    expect(elect(following, { kind: 'leader-heard', leader: 'b' })).toEqual({ kind: 'following', leader: 'b' })
  })
  test('a leader ignores late news of its predecessor', () => {
    expect(after({ kind: 'lock-granted' }, { kind: 'leader-heard', leader: 'a' })).toEqual({ kind: 'opening' })
  })
  test('who failed to open follows somebody who could', () => {
    const events: ElectionEvent[] = [
      { kind: 'lock-granted' },
      { kind: 'open-failed' },
      { kind: 'leader-heard', leader: 'a' },
    ]
    expect(after(...events)).toEqual({ kind: 'following', leader: 'a' })
  })
  test('stopped is final', () => {
    expect(after({ kind: 'stop' }, { kind: 'lock-granted' })).toEqual({ kind: 'stopped' })
  })
})

describe('push', () => {
  const after = (...events: PushEvent[]) => events.reduce<PushState>(push, { kind: 'idle' })

  test('work is sent, and more work while sending is left to the answer', () => {
    const sending = after({ kind: 'work' })
    expect(push(sending, { kind: 'work' })).toBe(sending)
    expect(push(sending, { kind: 'answered', progress: true, left: true })).toMatchObject({ kind: 'sending', turn: 2 })
    expect(push(sending, { kind: 'answered', progress: true, left: false })).toEqual({ kind: 'idle' })
  })
  test('failures add up until there is progress', () => {
    const failed = after({ kind: 'work' }, { kind: 'failed' }, { kind: 'wake' }, { kind: 'failed' })
    expect(failed).toMatchObject({ kind: 'backing-off', failures: 2 })
    const progress = [failed, { kind: 'wake' } as const, { kind: 'answered', progress: true, left: true } as const]
    expect(push(push(failed, progress[1] as PushEvent), progress[2] as PushEvent)).toMatchObject({ failures: 0 })
  })
  test('an answer without progress waits before the next try', () => {
    expect(after({ kind: 'work' }, { kind: 'answered', progress: false, left: true }).kind).toBe('backing-off')
  })
  test('new work does not cut a back-off short', () => {
    const waiting = after({ kind: 'work' }, { kind: 'failed' })
    expect(push(waiting, { kind: 'work' })).toBe(waiting)
  })
  test('a refusal is kept', () => {
    const events: PushEvent[] = [
      { kind: 'work' },
      { kind: 'refused', code: 'ERR_SUBSCRIPTION_EXPIRED', retryAfterMs: 0 },
    ]
    expect(after(...events)).toMatchObject({ refused: 'ERR_SUBSCRIPTION_EXPIRED' })
  })
})

describe('status', () => {
  const after = (...events: StatusEvent[]) => events.reduce(status, initialStatus)
  const opened = (complete: boolean) => ({ kind: 'opened', complete, syncedAt: null }) as const

  test('a first load is loading until all is current, network or not', () => {
    expect(after(opened(false)).phase).toBe('loading')
    const lost = after(opened(false), { kind: 'unreachable' })
    expect(lost).toMatchObject({ phase: 'loading', unreachable: true })
    expect(status(lost, { kind: 'reachable' })).toMatchObject({ phase: 'loading', unreachable: false })
    expect(after(opened(false), { kind: 'current', at: new Date(1) })).toMatchObject({
      phase: 'live',
      syncedAt: new Date(1),
    })
  })
  test('an app that asks what is not known any more stays too old while it does', () => {
    const at = new Date(1)
    expect(
      after({ kind: 'opened-online' }, { kind: 'outdated' }, { kind: 'current', at, outdated: true }).outdated,
    ).toBe(true)
    expect(after({ kind: 'opened-online' }, { kind: 'outdated' }, { kind: 'current', at }).outdated).toBe(false)
  })
  test('a complete copy is connecting, live, and reconnecting', () => {
    expect(after(opened(true)).phase).toBe('connecting')
    const lost = after(opened(true), { kind: 'unreachable' })
    expect(lost).toMatchObject({ phase: 'reconnecting', unreachable: true })
    // An answer is not all of them.
    expect(status(lost, { kind: 'reachable' })).toBe(lost)
    expect(status(lost, { kind: 'current', at: new Date(1) })).toMatchObject({ phase: 'live', unreachable: false })
    expect(after(opened(true), { kind: 'current', at: new Date(1) }, { kind: 'unreachable' }).phase).toBe(
      'reconnecting',
    )
  })
  test('a busy server is no network that failed, and is over when all is current or nothing answers', () => {
    const live = [opened(true), { kind: 'current', at: new Date(1) }] as const
    expect(after(...live, { kind: 'busy' })).toMatchObject({ phase: 'live', busy: true })
    expect(after(...live, { kind: 'busy' }, { kind: 'current', at: new Date(2) })).toMatchObject({ busy: false })
    expect(after(...live, { kind: 'busy' }, { kind: 'unreachable' })).toMatchObject({
      phase: 'reconnecting',
      busy: false,
    })
  })
  test('a company that has not paid is told so until it has, or until the server can’t be reached', () => {
    const live = after(opened(true), { kind: 'current', at: new Date(1) })
    const overdue = status(live, { kind: 'overdue', overdue: { since: '2026-11-01' } })
    expect(overdue).toMatchObject({ phase: 'reconnecting', overdue: { since: '2026-11-01' }, syncedAt: new Date(1) })
    expect(status(overdue, { kind: 'overdue', overdue: { since: '2026-11-01' } })).toBe(overdue)
    expect(status(overdue, { kind: 'current', at: new Date(2) })).toMatchObject({ phase: 'live', overdue: null })
    expect(status(overdue, { kind: 'unreachable' })).toMatchObject({ phase: 'reconnecting', overdue: null })
    const loading = after(opened(false), { kind: 'overdue', overdue: { since: null } })
    expect(loading).toMatchObject({ phase: 'loading', overdue: { since: null } })
  })
  test('a page that was put away has what it had, and has not heard from the server', () => {
    const away = { kind: 'put-away' } as const
    expect(after(opened(true), { kind: 'current', at: new Date(1) }, away).phase).toBe('connecting')
    expect(after(opened(true), { kind: 'unreachable' }, away).phase).toBe('connecting')
    expect(after(opened(false), away).phase).toBe('starting')
  })
  test('a database that does not open is failed', () => {
    expect(after({ kind: 'open-failed' }, { kind: 'current', at: new Date(1) })).toMatchObject({
      phase: 'failed',
      mode: 'local',
    })
  })
})
