// A burst of random transactions over several connections, that goes on after every loss of Postgres.
// Invariant: what is drawn depends on the seed alone; what becomes of it (conflicts, lost connections) does not matter.
import { DatabaseError, type Client } from 'pg'
import { transact, withConnection } from './connection.ts'
import type { PostgresProcess } from 'db/node/postgres/postgres-process.ts'
import type { Random } from 'db/node/random.ts'
import { bulkStatement, randomStatement, type Statement } from './statements.ts'
import { tables } from './tables.ts'

export interface Counts {
  committed: number
  /** On purpose, by a conflict, or because Postgres was lost. */
  rolledBack: number
  rows: number
}

interface Step {
  statement: Statement
  savepoint: 'none' | 'keep' | 'undo'
}

interface Plan {
  steps: Step[]
  rollback: boolean
}

/** An intended rollback. */
class Undo extends Error {}

const writers = 4

export class Burst {
  readonly counts: Counts = { committed: 0, rolledBack: 0, rows: 0 }
  readonly total: number
  private readonly server: PostgresProcess
  private readonly plans: Plan[][]
  private waiters: { at: number; resolve: () => void }[] = []
  private finished = 0
  private isOver = false

  constructor(server: PostgresProcess, random: Random) {
    this.server = server
    const each = random.int(10, 60)
    const bulk = random.chance(0.25) ? random.int(0, writers * each - 1) : -1
    this.plans = Array.from({ length: writers }, (_, writer) => {
      const own = random.fork(`writer ${writer}`)
      return Array.from({ length: each }, (__, index) => plan(own, writer * each + index === bulk))
    })
    this.total = writers * each
  }

  async run() {
    await Promise.all(this.plans.map((plans) => this.write(plans)))
    this.isOver = true
    this.progress()
  }

  /** When so many transactions were tried, or all of them. */
  async reached(at: number) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.waiters.push({ at, resolve })
    this.progress()
    return promise
  }

  private async write(plans: readonly Plan[]) {
    const left = [...plans]
    while (left.length > 0) {
      await this.server.running()
      // Postgres is lost again: the next connection goes on with the next one.
      await withConnection(this.server.url, (client) => this.writeOver(client, left)).catch(() => {})
    }
  }

  private async writeOver(client: Client, left: Plan[]) {
    for (let next = left.shift(); next; next = left.shift()) {
      try {
        // What was lost at commit may be committed or not: both are right.
        const rows = await execute(client, next)
        this.counts.committed++
        this.counts.rows += rows
      } catch (error) {
        this.counts.rolledBack++
        if (!(error instanceof Undo) && !(error instanceof DatabaseError && error.severity === 'ERROR')) throw error
      } finally {
        this.finished++
        this.progress()
      }
    }
  }

  private progress() {
    const due = this.waiters.filter(({ at }) => this.isOver || this.finished >= at)
    this.waiters = this.waiters.filter((waiter) => !due.includes(waiter))
    for (const { resolve } of due) resolve()
  }
}

function plan(random: Random, isBulk: boolean): Plan {
  const step = (): Step => ({
    statement: randomStatement(random, random.pick(tables).name),
    savepoint: random.chance(0.2) ? random.pick(['keep', 'undo'] as const) : 'none',
  })
  const steps = Array.from({ length: random.chance(0.5) ? 1 : random.int(2, 6) }, step)
  if (isBulk) steps.push({ statement: bulkStatement(random), savepoint: 'none' })
  return { steps, rollback: random.chance(0.08) }
}

/** The number of rows that it wrote. */
async function execute(client: Client, { steps, rollback }: Plan): Promise<number> {
  return transact(client, async () => {
    let rows = 0
    for (const { statement, savepoint } of steps) {
      if (savepoint === 'none') rows += await run(client, statement)
      else rows += await runWithin(client, statement, savepoint === 'undo')
    }
    if (rollback) throw new Undo()
    return rows
  })
}

async function runWithin(client: Client, statement: Statement, undo: boolean): Promise<number> {
  await client.query('savepoint one')
  try {
    const rows = await run(client, statement)
    await client.query(undo ? 'rollback to one' : 'release one')
    return undo ? 0 : rows
  } catch {
    // A conflict: the rest of the transaction goes on.
    await client.query('rollback to one')
    return 0
  }
}

async function run(client: Client, statement: Statement) {
  let rows = 0
  for (const text of statement) rows += (await client.query(text)).rowCount ?? 0
  return rows
}
