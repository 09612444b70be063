// What a server did for mutations of one transaction, as the part of their traces that it knows (db/src/node/traces): until a connection was free
// and the id recorded, the run with its checks, the jobs of what it caused, the commit.
import type { UserActor } from 'db/kit/actor.ts'
import type { ErrorCode } from 'db/kit/errors.ts'
import { mutations } from 'db/mutations.ts'
import { epochNow, type Step, type Told, type Traces } from 'db/node/traces/traces.ts'
import type { MutationCall } from './apply-mutation.ts'

/** By a device's outbox, whose part of the trace this one is within, or by a call of REST. */
export type CameBy = 'push' | 'rest'

interface Traced {
  call: MutationCall
  steps: Step[]
  /** Applied before: this time nothing was done. */
  isKnown: boolean
}

export class TracedMutations {
  readonly #traces: Traces
  readonly #actor: UserActor
  readonly #by: CameBy
  readonly #from = epochNow()
  #since = this.#from
  #begun: Step[] = []
  #traced: Traced[] = []

  constructor(traces: Traces, actor: UserActor, by: CameBy) {
    this.#traces = traces
    this.#actor = actor
    this.#by = by
  }

  /** A transaction begins, maybe not for the first time: of one that met another, nothing came. */
  begin() {
    this.#traced = []
    this.#begun = [this.#stepOf('begin')]
  }

  /** The next one of the transaction's. */
  call(call: MutationCall) {
    this.#traced.push({ call, steps: [...this.#begun], isKnown: false })
  }

  /** What was done since the last step, for the latest of them. */
  step(name: 'record' | 'run' | 'effects') {
    this.#traced.at(-1)?.steps.push(this.#stepOf(name))
  }

  known() {
    const traced = this.#traced.at(-1)
    if (traced) traced.isKnown = true
  }

  committed() {
    const commit = this.#stepOf('commit')
    for (const { call, steps, isKnown } of this.#traced) {
      const all = [...steps, commit]
      if (isKnown) this.#tell(call, all, { facts: { 'balcao.known': 1 } })
      else this.#tell(call, all, { is: 'server' })
    }
  }

  /** All of them: none was done. */
  refused(code: ErrorCode) {
    // The id is another person's, and so is its trace.
    if (code === 'ERR_DUPLICATED_ID') return
    for (const { call, steps } of this.#traced) this.#tell(call, steps, { code })
  }

  #stepOf(name: string): Step {
    const step = { name, from: this.#since, to: epochNow() }
    this.#since = step.to
    return step
  }

  #tell({ id, name }: MutationCall, steps: readonly Step[], how: Pick<Told, 'is' | 'facts' | 'code'>) {
    // What is no name of ours may be anything.
    if (!mutations.has(name)) return
    this.#traces.tell({
      mutationId: id,
      service: 'server',
      name: `mutation ${name}`,
      companyId: this.#actor.companyId,
      from: this.#from,
      to: epochNow(),
      steps,
      ...(this.#by === 'push' && { within: 'device' as const }),
      ...how,
    })
  }
}
