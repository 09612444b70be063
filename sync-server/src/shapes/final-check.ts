import { ShapeStream } from '@electric-sql/client'
import { pino } from 'pino'
import postgres from 'postgres'
import { createDatabase, startEmbeddedPostgres } from 'db/node/embedded-postgres.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { createShapeEngine } from './engine.ts'
process.on('uncaughtException', (e) => console.log('UNCAUGHT', e))
process.on('unhandledRejection', (e) => console.log('UNHANDLED', e))
const folder = await mkdtemp('/tmp/balcao-fin-')
const server = await startEmbeddedPostgres(folder)
await createDatabase(server, 'o')
const url = server.url('o')
const sql = postgres(url, { max: 2, onnotice: () => {} })
await sql.unsafe(`create table items (id int primary key, company_id text, body text); alter table items replica identity full; create index on items (company_id); create publication balcao for table items; insert into items select n, 'c' || n % 200, repeat('x', 100) from generate_series(1, 20000) n`)
const engine = createShapeEngine({ databaseUrl: url, logger: pino({ level: 'silent' }) })
await engine.start()
const abort = new AbortController()
const streams = Array.from({ length: 200 }, (_, i) => new ShapeStream({ url: 'http://x/v1/shape', signal: abort.signal, onError: () => {}, params: { table: 'items', where: `company_id = 'c${i}'` }, fetchClient: (a, b) => engine.fetch(new Request(a, b)) }))
let up = 0
let got = () => {}
for (const [i, s] of streams.entries()) s.subscribe((m) => { if (m.some((x) => 'control' in x.headers && x.headers.control === 'up-to-date')) up++; if (i === 7 && m.some((x) => 'value' in x)) got() })
while (up < 200) await new Promise((r) => setTimeout(r, 5))
const whole: number[] = [], after: number[] = []
for (let i = 0; i < 500; i++) {
  const arrived = new Promise<void>((r) => (got = r))
  let acked = 0
  const start = performance.now()
  const done = sql`update items set body = ${'b' + i} where id = 7`.then(() => { acked = performance.now() })
  await arrived
  const at = performance.now()
  await done
  whole.push(at - start); after.push(at - acked)
  await new Promise((r) => setTimeout(r, 2))
}
const q = (a: number[], p: number) => a.toSorted((x, y) => x - y)[Math.floor(a.length * p)]?.toFixed(2)
console.log('statement → callback p50/p95/p99', q(whole, 0.5), q(whole, 0.95), q(whole, 0.99), '| commit ack → callback', q(after, 0.5), q(after, 0.95))
abort.abort()
await sql.end()
await server.stop()
await new Promise((r) => setTimeout(r, 1500))
console.log('without database', (await engine.fetch(new Request('http://x/v1/shape?table=items&offset=-1'))).status)
await engine.stop()
console.log('stopped')
await rm(folder, { recursive: true, force: true })
