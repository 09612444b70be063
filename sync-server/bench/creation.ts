// New shapes asked for at once: until the last is up to date.
import { atRest } from './child.ts'
import { print } from './figure.ts'
import { companyShape, itemsOf, upTo } from './tables.ts'
import type { World } from './world.ts'

const rows = 100_000
const repetitions = 3

export const creation = [
  { shapes: 450, reference: '1.1' },
  { shapes: 3650, reference: '8.1' },
].map(({ shapes, reference }) => ({
  figures: [`create_${shapes}_shapes_s`],
  async run(world: World) {
    const count = world.scaled(shapes)
    const options = { ddl: itemsOf(count, Math.ceil(world.scaled(rows) / count)), tables: ['items'] }
    const samples: number[] = []
    while (samples.length < repetitions) {
      const { from, to } = await world.setUp(options, async ({ engine, clients }) => {
        await atRest(engine.pid)
        return clients.read(upTo(count).map(companyShape))
      })
      samples.push((to - from) / 1000)
    }
    print({ name: `create_${shapes}_shapes_s`, unit: 's', samples, aim: reference, reference })
  },
}))
