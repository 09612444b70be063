// What the server's answers mean for an outbox. A refused step in the life of a row takes the later steps of the row along: they were taken because of
// it, on a device that did not know better, and what they would do now is not what their author saw. Pure.
import { rowOf } from 'db/kit/hold.ts'
import { refusalKindOf } from 'db/mutations.ts'
import type { PushResult } from '../push/push-batch.ts'
import type { OutboxEntry } from './outbox.ts'

type Changes = Map<number, Partial<OutboxEntry>>

/** By `seq`. `entries`: all that wait, in order; a result of another is passed over, and one that was held goes on waiting. */
export function changesOf(results: readonly PushResult[], entries: readonly OutboxEntry[]): Changes {
  const [byId, changes]: [Map<string, OutboxEntry>, Changes] = [
    new Map(entries.map((each) => [each.id, each])),
    new Map(),
  ]
  for (const result of results) {
    const entry = byId.get(result.id)
    if (!entry) continue
    if (result.status === 'applied') changes.set(entry.seq, { state: 'applied', lsn: result.lsn })
    if (result.status !== 'rejected') continue
    const refused = refusal(result)
    changes.set(entry.seq, refused)
    for (const { seq } of stepsAfter(entry, entries)) {
      if (changes.get(seq) === undefined) changes.set(seq, { ...refused, because: entry.id })
    }
  }
  return changes
}

const refusal = ({ code, details }: Extract<PushResult, { status: 'rejected' }>): Partial<OutboxEntry> => ({
  state: 'refused',
  code,
  ...(details && { details }),
})

const stepsAfter = (entry: OutboxEntry, entries: readonly OutboxEntry[]) =>
  isStep(entry)
    ? entries.filter((each) => each.seq > entry.seq && each.state === 'waiting' && isStepOf(each, entry))
    : []

const isStep = ({ name }: Pick<OutboxEntry, 'name'>) => refusalKindOf(name) === 'step'
const isStepOf = (step: Pick<OutboxEntry, 'name' | 'args'>, other: Pick<OutboxEntry, 'args'>) =>
  isStep(step) && rowOf(step.args) === rowOf(other.args)
