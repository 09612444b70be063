// What is printed: one line a round, totals at the end.
import type { Plan } from './round.ts'
import type { Settled } from './settle.ts'
import type { World } from './world.ts'
import type { Counts } from './writers.ts'

const format = (value: number) => value.toLocaleString('en')

export class Report {
  /** Where the run is. */
  place = 'the start'
  private readonly seed: number
  private readonly isQuiet: boolean
  private readonly started = Date.now()
  private readonly totals = {
    committed: 0,
    rolledBack: 0,
    rows: 0,
    compared: 0,
    shapes: 0,
    restart: 0,
    kill: 0,
    cut: 0,
  }
  private refetchesBefore = 0

  constructor(seed: number, isQuiet: boolean) {
    this.seed = seed
    this.isQuiet = isQuiet
    console.log(`shapes:check --seed ${seed}`)
  }

  begin(counts: Counts) {
    this.count(counts)
  }

  startRound(plan: Plan) {
    const opened = plan.opened.map(({ at, spec }) => `${spec.id} @${at}`)
    this.place = `round ${plan.round} of ${plan.burst.total} transactions (${events(plan)}; new: ${opened.join(', ') || 'none'})`
  }

  round(plan: Plan, { ms, rows }: Settled, { followed }: World) {
    const { counts } = plan.burst
    this.count(counts)
    this.totals.compared += rows
    this.totals.shapes += plan.opened.length
    for (const { kind } of plan.faults) this.totals[kind]++
    const refetches = sum(followed.refetches.values())
    const parts = [
      `${counts.committed} transactions (${counts.rolledBack} rolled back), ${format(counts.rows)} rows`,
      `${followed.shapes.size} shapes (+${plan.opened.length} -${plan.closed.length})`,
      `${refetches - this.refetchesBefore} refetches`,
      events(plan),
      `equal after ${ms} ms, ${format(rows)} rows compared`,
    ]
    this.refetchesBefore = refetches
    if (!this.isQuiet) console.log(`round ${plan.round}: ${parts.join('; ')}`)
  }

  end({ followed }: World) {
    const { totals } = this
    const causes = [...followed.refetches].map(([cause, count]) => `${cause} ${count}`).join(', ')
    const seconds = ((Date.now() - this.started) / 1000).toFixed(1)
    console.log(
      `every client equals its SELECT: ${format(totals.committed)} transactions (${format(totals.rolledBack)} rolled back), ` +
        `${format(totals.rows)} rows written, ${format(totals.compared)} compared, ${totals.shapes} shapes, ${totals.restart} restarts, ` +
        `${totals.kill} kills, ${totals.cut} cuts, ${sum(followed.refetches.values())} refetches${causes && ` (${causes})`}, ` +
        `${seconds} s, seed ${this.seed}`,
    )
  }

  private count({ committed, rolledBack, rows }: Counts) {
    this.totals.committed += committed
    this.totals.rolledBack += rolledBack
    this.totals.rows += rows
  }
}

function events({ faults, alterations }: Plan) {
  const list = [
    ...faults.map(({ at, name }) => `${name} @${at}`),
    ...alterations.map(({ at, kind, table }) => `${kind} ${table} @${at}`),
  ]
  return list.join(', ') || 'no faults'
}

const sum = (values: Iterable<number>) => Iterator.from(values).reduce((total, value) => total + value, 0)
