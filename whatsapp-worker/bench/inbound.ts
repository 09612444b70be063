// Customers write: how many messages a second are stored, and how long one takes from the phone to its row.
import { percentile } from '../../scripts/figure.ts'
import { arrivalPrefix, listenForArrivals } from './arrivals.ts'
import { note, until, type Line, type World } from './world.ts'

const perCustomer = 10

/** Messages a second, from the first that is sent until the last is stored; all customers of `lines` write at once. */
export async function inboundRate(world: World, lines: readonly Line[]): Promise<number> {
  const before = await storedCount(world)
  const started = performance.now()
  const sent = lines.flatMap(({ number, customers }) =>
    customers.map((customer) => world.phones.sendMany(customer, number, texts(perCustomer))),
  )
  const count = sent.length * perCustomer
  await until(`${count} messages stored`, async () => (await storedCount(world)) >= before + count)
  const seconds = (performance.now() - started) / 1000
  await Promise.all(sent)
  return count / seconds
}

/** ms from a phone's send to the commit of its row, one message at a time. */
export async function inboundLatencies(world: World, lines: readonly Line[], count: number): Promise<number[]> {
  const arrivals = await listenForArrivals(world)
  const samples: number[] = []
  for (let n = 0; n < count; n++) {
    const line = lines[n % lines.length]
    const customer = line?.customers[n % line.customers.length]
    if (!line || !customer) throw new Error('no customer')
    const text = `${arrivalPrefix}${n}`
    const row = arrivals.of(text)
    const started = performance.now()
    await Promise.all([world.phones.send(customer, line.number, text), row])
    samples.push(performance.now() - started)
  }
  await arrivals.stop()
  note(`phone to row: fastest ${percentile(samples, 0).toFixed(1)} ms`)
  return samples
}

const texts = (count: number) => Array.from({ length: count }, (_, n) => `mensagem ${n}`)

async function storedCount({ db }: World) {
  const [row] = await db.sql<{ count: number }[]>`select count(*)::int from messages where not from_me`
  return row?.count ?? 0
}
