// Gathers what the streams deliver from one joined answer, so that a server transaction over several tables is applied in one
// local transaction. Invariant: a group is applied once, when each of its streams has delivered or will not any more;
// a delivery's promise settles with the group's.
import type { Batch } from './apply-batch.ts'

interface Group {
  outstanding: Set<string>
  batches: Batch[]
  result: PromiseWithResolvers<void>
}

export interface AnswerGroups {
  /** These streams were answered together. */
  open(names: readonly string[]): void
  /** Settles when it is applied. A stream that is in no group is applied by itself. */
  deliver(batch: Batch): Promise<void>
  /** The stream asks on or ended: from the open group nothing more comes from it. */
  pass(name: string): void
}

export function createAnswerGroups(apply: {
  together(batches: readonly Batch[]): Promise<void>
  alone(batch: Batch): Promise<void>
}): AnswerGroups {
  const groupOf = new Map<string, Group>()

  function leave(name: string): void {
    const group = groupOf.get(name)
    if (!group) return
    groupOf.delete(name)
    group.outstanding.delete(name)
    if (group.outstanding.size > 0) return
    if (group.batches.length === 0) return group.result.resolve()
    apply.together(group.batches).then(group.result.resolve, group.result.reject)
  }

  return {
    open(names) {
      for (const name of names) leave(name)
      const group: Group = { outstanding: new Set(names), batches: [], result: Promise.withResolvers() }
      // Nobody may be waiting for it: a failure is told to those who delivered.
      group.result.promise.catch(() => undefined)
      for (const name of names) groupOf.set(name, group)
    },
    deliver(batch) {
      const group = groupOf.get(batch.table.name)
      if (!group) return apply.alone(batch)
      group.batches.push(batch)
      leave(batch.table.name)
      return group.result.promise
    },
    pass: leave,
  }
}
