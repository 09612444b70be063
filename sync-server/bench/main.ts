// `pnpm bench:shapes [FIGURE…]`: what a user of the standalone shape engine meets, over HTTP, one line a figure on stdout.
// A name's beginning selects all figures that have it. `--scale 0.01` takes a share of all rows, shapes and clients, to try it.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { creation } from './creation.ts'
import { note } from './figure.ts'
import { initialSync } from './initial-sync.ts'
import { liveLatency } from './live-latency.ts'
import { recovery } from './recovery.ts'
import { subqueries } from './subqueries.ts'
import { throughput } from './throughput.ts'
import { fanOut, waiterMemory } from './waiting.ts'
import { World } from './world.ts'

/** Figures that are measured together. */
interface Group {
  figures: readonly string[]
  run(world: World): Promise<void>
}

const groups: readonly Group[] = [
  ...initialSync,
  ...liveLatency,
  throughput,
  waiterMemory,
  fanOut,
  ...creation,
  subqueries,
  recovery,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '1' } },
})
const scale = Number(values.scale)
if (!(scale > 0)) throw new Error('--scale is a number above 0')
if (!existsSync('/proc/self/status')) throw new Error('Memory and rest are read from /proc: Linux only')
const isWanted = ({ figures }: Group) =>
  positionals.length === 0 || figures.some((figure) => positionals.some((name) => figure.startsWith(name)))
const wanted = groups.filter(isWanted)
if (wanted.length === 0) {
  throw new Error(`No such figure. There are:\n${groups.flatMap(({ figures }) => figures).join('\n')}`)
}
if (scale !== 1) note(`at ${scale} of the size: not to be compared`)

const world = await World.start(scale)
try {
  for (const group of wanted) await measure(group)
} finally {
  await world.stop()
}
// Postgres' exit hook and clients' keep-alive sockets would hold the process.
process.exit()

/** One that fails leaves the others their chance. */
async function measure(group: Group) {
  try {
    await group.run(world)
  } catch (error) {
    console.error(`failed: ${group.figures.join(', ')}`, error)
    process.exitCode = 1
  }
}
