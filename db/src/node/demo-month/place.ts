// Where the month is made up, and what its rows are made of.
import type { Random } from '../random.ts'
import type { QueueName } from './texts.ts'

export interface Place {
  companyId: string
  connectionId: string
  /** Closed longer ago than that: archived. */
  archiveAfterDays: number
  /** Minutes that its clock is ahead of UTC. */
  clockAhead: number
  queues: ReadonlyMap<QueueName, string>
  /** Who works where. */
  attendants: readonly { id: string; name: string; login: string; queues: readonly QueueName[] }[]
  tags: readonly { id: string; isLane: boolean }[]
}

export type Row = Record<string, unknown>

/** A UUIDv7 of the moment, by chance of the seed. */
export function idOf(random: Random, at: number): string {
  const hex = (digits: number) =>
    random
      .int(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0')
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(6)}${hex(6)}`
}
