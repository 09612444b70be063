// `pnpm bench:scale`: many companies at work on one machine. Each has a linked number, customers who write to it from simulated phones, and
// people at devices with the real sync; server, worker, WhatsApp's simulator, Postgres and devices share the processors. More and more
// messages a second, a minute of each, then ten minutes of as many as arrived in time. `--companies`, `--devices`, `--rates`, `--minutes`.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect, type Database } from 'db/node/connect.ts'
import { urlsOf } from 'db/node/roles.ts'
import { testPassword } from 'db/node/testing/test-world.ts'
import { percentile, print } from '../../scripts/figure.ts'
import { memoryOf } from '../../sync-server/bench/child.ts'
import { addCompany, fillCompany, type Company } from '../../whatsapp-worker/bench/neighbours/companies.ts'
import { startServer } from '../../whatsapp-worker/bench/server-process.ts'
import { growTo, note, startWorld } from '../../whatsapp-worker/bench/world.ts'
import { Devices } from './devices.ts'
import { watchLoad, type Load, type Parts } from './load.ts'
import { textAt } from './texts.ts'

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '100' },
    devices: { type: 'string', default: '1000' },
    rates: { type: 'string', default: '10,20,30,40,60,100' },
    minutes: { type: 'string', default: '10' },
  },
})
const numberOf = (name: 'companies' | 'devices' | 'minutes') => {
  const number = Number(values[name])
  if (!(number > 0)) throw new Error(`--${name} takes a number above 0`)
  return number
}
const [companyCount, deviceCount, minutes] = [numberOf('companies'), numberOf('devices'), numberOf('minutes')]
const rates = values.rates.split(',').map(Number)
if (!rates.every((rate) => rate > 0)) throw new Error('--rates takes numbers above 0, with commas')

const aimMs = 250
const stepSeconds = 60
/** What the product measures is told every ten. */
const restMs = 11_000
/** ms without an arrival after which nothing is awaited any more. */
const silentMs = 60_000
const deviceProcesses = 2
const history = { tickets: 50, messages: 1000 }
const sendEveryMs = 10

const world = await startWorld()
const people = await addCompanies()
note(`${companyCount} companies, each with a linked number and ${history.messages} messages`)
const server = await startServer(world)
const devices = new Devices(deviceProcesses)
const serverPid = server.child.process.pid ?? 0
const empty = (await memoryOf(serverPid)).now
const loadingSince = performance.now()
await devices.open({ url: server.url, emails: people, password: testPassword })
note(`${people.length} devices loaded within ${((performance.now() - loadingSince) / 1000).toFixed(0)} s`)
const parts: Parts = {
  server: () => [serverPid],
  worker: () => [world.worker.pid],
  Postgres: () => world.postgres.pids(),
  'WhatsApp and phones': () => [world.phones.process.process.pid],
  devices: () => devices.children.map((child) => child.process.pid),
}

let held = 0
await measure(rates[0] ?? 1, stepSeconds / 2, 'warm')
for (const rate of rates) {
  const p95 = await measure(rate, stepSeconds, String(rate))
  if (p95 <= aimMs) held = rate
}
print({ name: 'scale_rate_in_time', unit: 'messages/s', samples: [held], aim: '100', reference: '–' })
if (held > 0) await measure(held, minutes * 60, `${held}_for_${minutes}_minutes`)
const weight = ((await memoryOf(serverPid)).now - empty) / people.length
print({ name: 'scale_server_memory_per_device', unit: 'KB', samples: [weight], aim: '–', reference: '–' })
note(`server ${Math.round((await memoryOf(serverPid)).now / 1024)} MB, worker ${Math.round(world.worker.memory())} MB`)
process.exit()

/** With their people, whose mail addresses it resolves with. */
async function addCompanies(): Promise<string[]> {
  // Tables are the owner's to fill by the thousand.
  const owner = connect(urlsOf(world.postgres.url).owner, { max: 2 })
  const emails: string[] = []
  for (let n = 1; n <= companyCount; n++) {
    const company = await addCompany(world, `Empresa ${n}`, peopleOf(n - 1))
    emails.push(...company.emails)
    await growTo(world, n, company.id)
    await fillCompany(owner, company, history)
    await atWork(owner, company)
    if (n % 10 === 0) note(`${n} numbers are linked`)
  }
  await owner.sql`vacuum analyze`
  await owner.end()
  return emails
}

/** One leads, the others serve; who has written so far is being served, and everybody sees it. */
async function atWork({ sql }: Database, { id, queueId, emails }: Company) {
  const [leader = '', attendant = leader] = emails
  await sql`update users set profile = 'user' where company_id = ${id} and email <> ${leader}`
  await sql`update tickets set status = 'open', chatbot = false, queue_id = ${queueId}, accepted_at = now(),
    user_id = (select id from users where email = ${attendant}) where company_id = ${id}`
  await sql`update messages set queue_id = ${queueId} where company_id = ${id}`
}

/** Of the company that was made as the nth, from 0. */
function peopleOf(n: number): number {
  const upTo = (companies: number) => Math.round((companies * deviceCount) / companyCount)
  return upTo(n + 1) - upTo(n)
}

/** Customers write for so long, and what came of it is printed. Resolves with the p95 until their words are on a device, in ms. */
async function measure(rate: number, seconds: number, name: string): Promise<number> {
  await delay(restMs)
  devices.takeArrivals()
  const loadOf = await watchLoad(parts, world.db)
  const started = performance.now()
  const { sent, refused } = await customersWrite(rate, started, seconds)
  const expected = expectedArrivals(sent)
  await untilArrived(expected)
  const took = (performance.now() - started) / 1000
  const load = await loadOf(took)
  const samples = devices.takeArrivals()
  print({ name: `scale_inbound_at_devices_${name}`, unit: 'ms', samples, aim: `–/${aimMs}`, reference: '–' })
  note(`${sent} messages in ${seconds} s, ${samples.length} of ${expected} arrivals in ${took.toFixed(0)} s`)
  for (const line of linesOf(load, (took * 1000) / sent)) note(line)
  if (refused > 0) note(`not sent: ${refused}`)
  for (const [what, count] of devices.troubles) note(`devices: ${count} × ${what}`)
  devices.troubles.clear()
  if (samples.length === expected) return percentile(samples, 0.95)
  process.exitCode = 1
  return Infinity
}

/** At their times, whether or not the product keeps up. */
async function customersWrite(rate: number, started: number, seconds: number) {
  const told = { sent: 0, refused: 0 }
  for (const end = started + seconds * 1000; performance.now() < end; await delay(sendEveryMs)) {
    for (; told.sent < ((performance.now() - started) / 1000) * rate; told.sent++) {
      // When it was to be written: one that is late because the machine is full counts as late.
      const at = performance.timeOrigin + started + (told.sent / rate) * 1000
      const line = world.lines[told.sent % world.lines.length]
      const customer = line?.customers[Math.floor(told.sent / world.lines.length) % line.customers.length]
      if (!line || !customer) throw new Error('nobody to write')
      world.phones.send(customer, line.number, textAt(at, told.sent)).catch(() => told.refused++)
    }
  }
  return told
}

/** `msEach`: how long the run took for each message. */
function linesOf({ cores, delays }: Load, msEach: number): string[] {
  const all = Object.values(cores).reduce((sum, busy) => sum + busy, 0)
  const busyIn = ([part, busy]: [string, number]) =>
    `${part} ${busy.toFixed(2)} (${(busy * msEach).toFixed(1)} ms a message)`
  const late = Object.entries(delays).map(([kind, ms]) => `${kind} ${ms.toFixed(0)} ms`)
  return [
    `processors: ${[...Object.entries(cores), ['all', all] as [string, number]].map(busyIn).join(', ')}`,
    `on average: ${late.join(', ')}`,
  ]
}

/** Each message is shown to everybody who works in that company. */
function expectedArrivals(sent: number): number {
  let expected = 0
  for (let n = 0; n < sent; n++) expected += peopleOf(n % companyCount)
  return expected
}

async function untilArrived(expected: number) {
  let before = -1
  for (let silentSince = performance.now(); devices.arrivedCount < expected; await delay(100)) {
    if (devices.arrivedCount > before) silentSince = performance.now()
    else if (performance.now() - silentSince > silentMs) return
    before = devices.arrivedCount
  }
}
