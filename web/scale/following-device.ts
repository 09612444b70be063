// A device's real sync as far as it goes without a local Postgres: a session, every shape loaded by Electric's client, then followed by one request for
// all. A thousand of them fit on one machine. What a device does with the rows is measured in browsers (web/bench).
import { nextState, type Batch, type ShapeState } from '../src/sync/pull/apply-batch.ts'
import { startPull } from '../src/sync/pull/pull.ts'
import { DeviceSession } from '../simulate/device-session.ts'
import { sentAtOf } from './texts.ts'

export interface FollowingOptions {
  url: string
  email: string
  password: string
  /** ms between the phone's send and the moment in which the row is applied here. */
  onArrival(ms: number): void
  /** The server was not reached, busy, or ended the session. */
  onTrouble(what: string): void
}

const unread: ShapeState = { handle: '', offset: '-1', complete: false, refetching: false }

/** Resolves when every table is current. @throws AppError, TypeError when nobody can log in. */
export async function followAsDevice(options: FollowingOptions): Promise<void> {
  const { url, email, password, onTrouble } = options
  const session = await DeviceSession.open(
    {
      origin: url,
      send: (path, init) => fetch(url + path, init),
      onChange: () => {},
      onEnd: () => onTrouble('logged out'),
    },
    email,
    password,
  )
  const current = Promise.withResolvers<void>()
  startPull({
    send: (path, init) => session.send(path, init),
    signal: new AbortController().signal,
    copy: positionsOnly(options),
    onCurrent: current.resolve,
    onReachable: () => {},
    onUnreachable: () => onTrouble('not reached'),
    onBusy: () => onTrouble('busy'),
    onOutdated: () => onTrouble('outdated'),
    onOverdue: () => onTrouble('overdue'),
  })
  await current.promise
}

/** A copy that knows how far it has read, and keeps no rows. */
function positionsOnly({ onArrival }: FollowingOptions) {
  const states = new Map<string, ShapeState>()
  const take = (batch: Batch) => {
    const { name } = batch.table
    states.set(name, nextState(batch, states.get(name) ?? unread))
    if (name !== 'messages') return
    const now = performance.timeOrigin + performance.now()
    for (const { body } of batch.folded.upserts) {
      const sentAt = sentAtOf(body)
      if (sentAt !== null) onArrival(now - sentAt)
    }
  }
  return {
    states: () => states,
    async apply(batches: readonly Batch[]) {
      for (const batch of batches) take(batch)
    },
    async applyLong(batch: Batch) {
      take(batch)
    },
  }
}
