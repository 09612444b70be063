// Writes what this engine has to tell into Postgres' log, and knows when its own change stream has brought it back: then it is durable, and
// every engine's stream has it at the same place.
import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { prefix, type Announcement, type Letter } from './announcement.ts'

/** In one letter. */
const most = 200

interface Waiting {
  item: Announcement
  told: PromiseWithResolvers<void>
}

export class Announcer {
  private readonly id = randomUUID()
  private readonly sql: postgres.Sql
  private queue: Waiting[] = []
  private readonly underWay = new Map<number, Waiting[]>()
  private sending = false
  private letters = 0

  constructor(sql: postgres.Sql) {
    this.sql = sql
  }

  /** Resolves when the own change stream has brought it. @throws when it could not be written. */
  tell(item: Announcement): Promise<void> {
    const told = Promise.withResolvers<void>()
    this.queue.push({ item, told })
    if (!this.sending) void this.send()
    return told.promise
  }

  /** What a letter says of others; of an own one nothing is new. */
  receive({ from, seq, items }: Letter): readonly Announcement[] {
    if (from !== this.id) return items
    this.underWay.get(seq)?.forEach(({ told }) => told.resolve())
    this.underWay.delete(seq)
    return []
  }

  /** What is under way will not come back. */
  lose() {
    for (const waiting of this.underWay.values()) this.reject(waiting, new Error('the change stream began anew'))
    this.underWay.clear()
  }

  private async send() {
    this.sending = true
    // What is told in one turn goes together.
    await Promise.resolve()
    while (this.queue.length > 0) {
      const waiting = this.queue.splice(0, most)
      const seq = this.letters++
      const letter: Letter = { from: this.id, seq, items: waiting.map(({ item }) => item) }
      // First: it may be back before this connection answers.
      this.underWay.set(seq, waiting)
      try {
        await this.sql`select pg_logical_emit_message(true, ${prefix}, ${JSON.stringify(letter)}::text)`
      } catch (error) {
        this.underWay.delete(seq)
        this.reject(waiting, error)
      }
    }
    this.sending = false
  }

  private reject(waiting: readonly Waiting[], error: unknown) {
    for (const { told } of waiting) told.reject(error)
  }
}
