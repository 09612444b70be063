// One run of a history in a world of its own.
import { macrotask } from '../src/sync/kit/macrotask.ts'
import { keepLog } from './console-log.ts'
import type { History } from './history.ts'
import { LawBroken } from './laws/law-broken.ts'
import { noReach, reachOf, type Reach } from './reach.ts'
import { Report } from './report.ts'
import { rest, restEmpty } from './rest.ts'
import { takeStep } from './steps.ts'
import { startWorld, type World } from './world.ts'

export interface Outcome {
  report: Report
  reach: Reach
  ms: number
  broken: LawBroken | null
  /** Steps taken; all of them and the rest at the end, when nothing is broken. */
  taken: number
  /** What sync and the server printed last. */
  log: string
}

/** @throws what is no broken law: the simulation itself fails. */
export async function run(history: History, { restMs }: { restMs: number }): Promise<Outcome> {
  const started = Date.now()
  const report = new Report()
  const log = keepLog()
  const world = await startWorld(history.clients, report, restMs)
  let taken = 0
  let reach = noReach
  const outcome = (broken: LawBroken | null) => {
    const ms = Date.now() - started
    return { report, reach, ms, broken, taken, log: `${log.text()}\n${world.server.tail()}` }
  }
  try {
    // Everybody has loaded: what they see, and so what they do, is the same each time.
    await rest(world)
    for (const step of history.steps) {
      taken++
      await takeStep(world, step)
      await quiet(world)
    }
    await restEmpty(world)
    for (const device of world.devices) {
      for (const { fate, entry } of device.outbox.remembered.values())
        report.count('mutations', fate === 'discarded' ? (entry.code ?? fate) : fate)
    }
    reach = await reachOf(world, report.sum('wishes'))
    return outcome(null)
  } catch (error) {
    if (error instanceof LawBroken) return outcome(error)
    throw error
  } finally {
    await world.stop()
    log.end()
  }
}

async function quiet(world: World) {
  world.throwFailure()
  await macrotask()
}
