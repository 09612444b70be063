// Changes of many companies, to those who follow them.
import postgres from 'postgres'
import { atRest } from './child.ts'
import { note, now, print } from './figure.ts'
import { companyShape, itemsOf, queueShape, upTo } from './tables.ts'
import type { Setup, World } from './world.ts'

const companies = 1000
const queues = 10
const changes = 100_000
/** Changes in a transaction, one in each queue of one company, so that it concerns ten shapes. */
const changesInTransaction = queues
const writers = 4
const repetitions = 3
/** Followed by one client while the others' shapes are nobody's: a company that comes last. */
const markerCompany = -1

export const throughput = {
  figures: ['changes_per_s_routed_only', 'changes_per_s_10000_shapes'],
  async run(world: World) {
    const count = world.scaled(companies)
    const transactions = Math.max(writers, world.scaled(changes / changesInTransaction))
    await world.setUp({ ddl: itemsOf(count, 10), tables: ['items'] }, async (setup) => {
      const shapes = upTo(count).flatMap((company) => upTo(queues).map((queue) => queueShape(company, queue)))
      await setup.clients.read(shapes)
      await setup.clients.follow([companyShape(markerCompany)])
      const routed = await repeat(setup, () => routedOnly(setup, count, transactions))
      const common = { unit: 'changes/s', aim: '20000', reference: '6000' }
      print({ ...common, name: 'changes_per_s_routed_only', samples: routed })
      await setup.clients.follow(shapes)
      const delivered = await repeat(setup, () => toAll(setup, count, transactions))
      print({ ...common, name: 'changes_per_s_10000_shapes', samples: delivered })
    })
  },
}

async function repeat({ engine }: Setup, measure: () => Promise<number>): Promise<number[]> {
  const samples: number[] = []
  while (samples.length < repetitions) {
    await atRest(engine.pid)
    samples.push(await measure())
  }
  return samples
}

const rate = (transactions: number, from: number, to: number) =>
  (transactions * changesInTransaction * 1000) / (to - from)

/** Until a last change came through: everything before it was looked at for every shape. */
async function routedOnly(setup: Setup, count: number, transactions: number): Promise<number> {
  const last = setup.clients.receive(1)
  const from = now()
  await write(setup, count, transactions)
  await setup.sql`insert into items (company_id, queue, body) values (${`c${markerCompany}`}, 'q0', 'the last')`
  return rate(transactions, from, await last)
}

async function toAll(setup: Setup, count: number, transactions: number): Promise<number> {
  const all = setup.clients.receive(transactions * changesInTransaction)
  const from = now()
  await write(setup, count, transactions)
  const written = now()
  const to = await all
  note(`written in ${(written - from).toFixed(0)} ms, all received ${(to - written).toFixed(0)} ms later`)
  return rate(transactions, from, to)
}

/** The loop is Postgres' own: a round trip for each transaction would make the writers the limit. */
async function write({ url }: Setup, count: number, transactions: number) {
  const sql = postgres(url, { max: writers, onnotice: () => {} })
  const each = Math.ceil(transactions / writers)
  const loop = (times: number) => `
    do $$ begin
      for i in 1..${times} loop
        insert into items (company_id, queue, body)
          select 'c' || company, 'q' || queue, 'Something about order ' || i
          from (select floor(random() * ${count})::int as company) one, generate_series(0, ${changesInTransaction - 1}) queue;
        commit;
      end loop;
    end $$`
  try {
    const share = (writer: number) => Math.max(0, Math.min(each, transactions - writer * each))
    await Promise.all(upTo(writers).map((writer) => sql.unsafe(loop(share(writer)))))
  } finally {
    await sql.end({ timeout: 5 })
  }
}
