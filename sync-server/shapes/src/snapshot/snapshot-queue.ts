// The snapshots that new shapes wait for, a few at a time. A shape's route is there before it comes in here, and a snapshot counts only if
// it has every transaction that the stream brought before that route: else it is taken again.
// Invariant: nothing falls between what a shape's snapshot has and what its route gets.
import { setTimeout as delay } from 'node:timers/promises'
import type postgres from 'postgres'
import type { RecentXids, StreamMark } from '../stream/recent-xids.ts'
import type { Shape } from '../shape.ts'
import { takeSnapshot } from './snapshot.ts'

const concurrently = 4
/** ms, while a transaction that the stream brought becomes visible. */
const betweenAttempts = 5

interface SnapshotOptions {
  sql: postgres.Sql
  chunkBytes: number
}

interface Entry {
  shape: Shape
  chunkBytes: number
  registered: StreamMark
}

interface SnapshotEvents {
  /** Its file is complete, and it has its moment. */
  onTaken(shape: Shape): void
  /** Not of a shape that was removed meanwhile. */
  onFailed(shape: Shape, error: unknown): void
}

export class SnapshotQueue {
  private readonly options: SnapshotOptions
  private readonly recentXids: RecentXids
  private readonly events: SnapshotEvents
  private readonly queue: Entry[] = []
  private running = 0

  constructor(options: SnapshotOptions, recentXids: RecentXids, events: SnapshotEvents) {
    this.options = options
    this.recentXids = recentXids
    this.events = events
  }

  /** In the turn in which its route was added. */
  add(shape: Shape, chunkBytes = this.options.chunkBytes) {
    this.queue.push({ shape, chunkBytes, registered: this.recentXids.mark() })
    this.run()
  }

  private run() {
    while (this.running < concurrently) {
      const next = this.queue.shift()
      if (!next) return
      this.running++
      void this.fill(next).finally(() => {
        this.running--
        this.run()
      })
    }
  }

  private async fill(entry: Entry) {
    const { shape } = entry
    try {
      while (shape.state === 'snapshot') {
        if (await this.take(entry)) return this.events.onTaken(shape)
        await delay(betweenAttempts)
      }
    } catch (error) {
      if (shape.state === 'snapshot') this.events.onFailed(shape, error)
    }
  }

  private take({ shape, chunkBytes, registered }: Entry) {
    return takeSnapshot({
      ...this.options,
      chunkBytes,
      definition: shape.definition,
      file: shape.snapshot,
      accepts: (one) => {
        if (this.recentXids.missedBy(one, registered)) return false
        shape.moment = one
        return true
      },
    })
  }
}
