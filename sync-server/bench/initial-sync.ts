// A client that begins: all rows of a table over HTTP, made by its own request, then once more from the disk.
import { atRest, forgetPeak, memoryOf } from './child.ts'
import { Connection } from './connection.ts'
import { now, note, print } from './figure.ts'
import { readUpToDate, type ShapeQuery } from './shape-reader.ts'
import { ticketsOf } from './tables.ts'
import type { Setup, World } from './world.ts'

const companies = 100
const whole: ShapeQuery = { table: 'tickets', where: null }

interface Size {
  name: string
  rows: number
  repetitions: number
}

const sizes: readonly Size[] = [
  { name: '100k', rows: 100_000, repetitions: 5 },
  { name: '1m', rows: 1_000_000, repetitions: 3 },
]

export const initialSync = sizes.map((size) => ({
  figures: ['rows_per_s', 'warm_rows_per_s', 'memory_mb'].map((figure) => `initial_sync_${size.name}_${figure}`),
  run: (world: World) => measure(world, size),
}))

interface Sample {
  /** Rows in a second. */
  cold: number
  warm: number
  peakMegabytes: number
}

async function measure(world: World, { name, rows, repetitions }: Size) {
  const setup = {
    ddl: ticketsOf(world.scaled(rows), companies),
    tables: ['tickets'],
    // A shape that was deleted is made anew by the next request: cold again, in an engine that is not.
    env: { ALLOW_SHAPE_DELETION: '1' },
  }
  const samples = await world.setUp(setup, async (of) => {
    const [found] = await of.sql<[{ count: number }]>`select count(*)::int from tickets`
    const taken: Sample[] = []
    while (taken.length < repetitions) taken.push(await sample(of, found.count))
    return taken
  })
  const common = { unit: 'rows/s', aim: '140000', reference: '140000' }
  print({ ...common, name: `initial_sync_${name}_rows_per_s`, samples: samples.map(({ cold }) => cold) })
  print({
    ...common,
    aim: '–',
    reference: '–',
    name: `initial_sync_${name}_warm_rows_per_s`,
    samples: samples.map(({ warm }) => warm),
  })
  const peaks = samples.map(({ peakMegabytes }) => peakMegabytes)
  print({ name: `initial_sync_${name}_memory_mb`, unit: 'MB', samples: peaks, aim: '126', reference: '126' })
}

async function sample({ engine }: Setup, rows: number): Promise<Sample> {
  await atRest(engine.pid)
  await forgetPeak(engine.pid)
  const connection = new Connection(engine.port)
  const startedAt = now()
  const { at, bytes, requests } = await readUpToDate(connection, whole)
  const coldAt = now()
  const { peak } = await memoryOf(engine.pid)
  const warmFrom = now()
  const again = await readUpToDate(connection, whole)
  const warmAt = now()
  if (again.bytes !== bytes) throw new Error('the same snapshot has another length')
  note(`${rows} rows, ${(bytes / 1e6).toFixed(1)} MB in ${requests} requests`)
  const { status } = await connection.get(`/v1/shape?table=tickets&handle=${at.handle}`, { method: 'DELETE' })
  if (status >= 300) throw new Error(`${status} to the deletion`)
  connection.close()
  const rate = (ms: number) => (rows * 1000) / ms
  return { cold: rate(coldAt - startedAt), warm: rate(warmAt - warmFrom), peakMegabytes: peak / 1024 }
}
