// One round: a burst of transactions with faults, alterations and new shapes in the middle of it, then quiet and the comparison.
import { alter, randomAlterations, type Alteration } from './alterations.ts'
import { randomFaults, type Fault } from './faults.ts'
import type { Random } from 'db/node/random.ts'
import { settle, type Settled } from './settle.ts'
import { definitionOf, markerShape, randomShape, type ShapeSpec } from './shape-spec.ts'
import type { TableName } from './tables.ts'
import type { World } from './world.ts'
import { Burst } from './writers.ts'

interface Opening {
  at: number
  client: number
  spec: ShapeSpec
}

export interface Plan {
  round: number
  burst: Burst
  faults: readonly Fault[]
  alterations: readonly Alteration[]
  opened: readonly Opening[]
  closed: readonly Opening[]
}

const firstShapes = 12
const mostShapes = 20

/** The decisions of all rounds. What it knows comes from its own draws, never from what happened. */
export class Rounds {
  private readonly world: World
  private readonly random: Random
  private readonly extended = new Set<TableName>()
  private readonly open: Opening[] = []
  /** Per client, also of shapes that it left: Electric's client remembers by definition. */
  private readonly drawn = new Set<string>()
  private shapeCount = 0

  constructor(world: World, random: Random) {
    this.world = world
    this.random = random
  }

  /** What subqueries are answered by is not known to other engines. */
  private get deepest() {
    return this.world.engines.length > 1 ? 0 : 3
  }

  /** Rows to start with, and a shape in each client by which it learns how far the engine is. */
  async prepare() {
    const burst = new Burst(this.world.server, this.random.fork('first rows'))
    await burst.run()
    this.world.clients.forEach((client, index) => this.world.followed.add(markerShape(`m${index + 1}`), client))
    return burst.counts
  }

  plan(round: number): Plan {
    const random = this.random.fork(`round ${round}`)
    const burst = new Burst(this.world.server, random.fork('burst'))
    const closed = this.closings(random)
    return {
      round,
      burst,
      closed,
      opened: this.openings(random.fork('shapes'), round === 1 ? firstShapes : random.int(0, 4), burst.total),
      alterations: randomAlterations(random.fork('alterations'), round, burst.total, this.extended),
      faults: randomFaults(random.fork('faults'), burst.total, this.world.engines.length > 1),
    }
  }

  /** @throws Failure when a client differs. */
  async run({ round, burst, faults, alterations, opened, closed }: Plan): Promise<Settled> {
    const { world } = this
    world.followed.changedTables.clear()
    for (const { spec } of closed) world.followed.delete(spec.id)
    await Promise.all([
      ...opened.map((opening) => this.follow(opening, burst)),
      ...alterations.map((alteration) => this.alter(alteration, burst)),
      ...faults.map(async (fault) => {
        await burst.reached(fault.at)
        await fault.run(world, burst)
      }),
      burst.run(),
    ])
    return settle(world, round)
  }

  private closings(random: Random): Opening[] {
    const count = random.int(0, 2) + Math.max(0, this.open.length - mostShapes)
    return random.some(this.open, Math.min(count, Math.max(0, this.open.length - firstShapes / 2))).map((opening) => {
      this.open.splice(this.open.indexOf(opening), 1)
      return opening
    })
  }

  private openings(random: Random, count: number, total: number): Opening[] {
    const openings: Opening[] = []
    while (openings.length < count) {
      const client = random.int(0, this.world.clients.length - 1)
      const id = `s${this.shapeCount + 1}`
      // Sometimes what another client has already.
      const spec =
        this.open.length > 0 && random.chance(0.25)
          ? { ...random.pick(this.open).spec, id }
          : randomShape(random, id, this.deepest)
      const name = `${client} ${definitionOf(spec)}`
      if (this.drawn.has(name)) continue
      this.drawn.add(name)
      this.shapeCount++
      const opening = { at: random.chance(0.3) ? 0 : random.int(0, total), client, spec }
      openings.push(opening)
      this.open.push(opening)
    }
    return openings
  }

  private async follow({ at, client, spec }: Opening, burst: Burst) {
    await burst.reached(at)
    const target = this.world.clients[client]
    if (target) this.world.followed.add(spec, target)
  }

  private async alter(alteration: Alteration, burst: Burst) {
    await burst.reached(alteration.at)
    this.world.followed.changedTables.set(alteration.table, alteration.kind)
    await alter(this.world, alteration)
  }
}
