// Proof that more than one machine is as good as one: two servers behind a balancer, two shape engines, two workers, a bucket and a Postgres,
// each a process; devices with the real sync whose every request goes to the other server, and simulated phones that write back; kill -9
// of each part in turn. `pnpm topology --seed N --minutes M` prints what was lost, which must be nothing, and how long each takeover took.
import { parseArgs } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'db/node/connect.ts'
import { randomFrom } from 'db/node/random.ts'
import { testPassword } from 'db/node/testing/test-world.ts'
import { killParts } from '../../whatsapp-worker/soak/kills.ts'
import { connectionCount, customerCount, planOf } from '../../whatsapp-worker/soak/plan.ts'
import { memoryLine } from '../../whatsapp-worker/soak/memory.ts'
import { report } from '../../whatsapp-worker/soak/report.ts'
import { runCheck } from '../../whatsapp-worker/soak/run-check.ts'
import { settle } from '../../whatsapp-worker/soak/settle.ts'
import { Traffic } from '../../whatsapp-worker/soak/traffic.ts'
import type { World } from '../../whatsapp-worker/soak/world.ts'
import { keepLog } from '../simulate/console-log.ts'
import { expectedRows, outOfScope, unsent } from '../simulate/laws/scope.ts'
import { listenForOnline, tellOnline } from '../simulate/online.ts'
import { DeviceWriter } from './device-writer.ts'
import { FileCourier } from './files.ts'
import { killingOf, parts, type PartName, type Takeovers } from './kills.ts'
import { startTopology, type Topology } from './service.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kill: { type: 'string', default: parts.join(',') },
    /** A folder for what the processes print. */
    logs: { type: 'string' },
  },
})
const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
if (!(minutes > 0)) throw new Error('--minutes takes a number above 0')
if (!Number.isSafeInteger(seed)) throw new Error('--seed takes an integer')
const killed = values.kill.split(',').filter(Boolean).map(partOf)

/** ms in which all devices have to be as new as the server, once all is well. */
const restWithin = 180_000
/** ms. On a machine that does much else it takes longer than on its own; later than this somebody did not notice. */
const seenWithin = 45_000
const companies = 2
let topology: Topology
const devices: DeviceWriter[] = []

listenForOnline()
const said = keepLog()
await runCheck({
  again: `pnpm topology --minutes ${minutes} --kill ${killed.map((part) => part.replace(' ', '-')).join(',')} --seed ${seed}`,
  companies,
  connections: connectionCount,
  customers: customerCount,
  logs: values.logs ?? null,
  serve: async (beneath) => (topology = await startTopology(beneath)),
  attend: (url, login) => open(url, login),
  run,
})

async function open(url: string, login: { email: string; password: string }) {
  const writer = new DeviceWriter(`device ${devices.length + 1}`, login, url)
  devices.push(writer)
  return writer
}

async function run(world: World) {
  const { companies: all, url, attendants } = world
  // A colleague in each company, and one who sends files.
  const colleagues = await Promise.all(
    all.map(async (company) => open(url, { email: (await company.user('admin')).email, password: testPassword })),
  )
  const random = randomFrom(seed)
  const courier = await courierOf(world, random.fork('files'))
  await untilLoaded()
  const loaded = topology.balancer.fromTheStart.requests
  const plan = planOf(seed, minutes, killed)
  const traffic = new Traffic(world, plan)
  const over = new AbortController()
  const started = performance.now()
  const say = (text: string) => console.log(`  ${((performance.now() - started) / 1000).toFixed(0)} s: ${text}`)
  const takeovers: Takeovers = { seen: new Map() }
  const writer = devices.find((device) => device === attendants[0])
  const colleague = colleagues[0]
  if (!writer || !colleague) throw new Error('a device for each company')
  const carryOut = killingOf(world, topology, { writer, devices: [writer, colleague] }, takeovers)
  const kills = killParts<PartName>({ kills: plan.kills(), carryOut, signal: over.signal, say })
  const [done] = await Promise.all([kills, traffic.run().finally(() => over.abort())])
  await courier.stop()
  say('settling')
  tellOnline()
  const stored = await settle(world, traffic)
  const differing = await untilAtRest(world)
  const again = topology.balancer.fromTheStart.requests - loaded
  await Promise.all(devices.map((device) => device.stop()))
  const missing = await courier.missing()
  for (const { device } of devices) await device.close()
  return report(
    {
      traffic,
      stored,
      killed: done,
      unknownIqs: await world.phones.unknownIqs(),
      lines: [
        await memoryLine([...topology.servers, ...topology.engines, ...world.workers]),
        ['requests by server', topology.balancer.served.join(', ')],
        ['devices', devices.length],
        ['files sent', courier.sent.length],
        ...parts.flatMap((part): [string, string][] => {
          const seen = takeovers.seen.get(part) ?? []
          return seen.length > 0 ? [[`written → seen, ${part} killed`, `${secondsOf(seen)} s`]] : []
        }),
      ],
      faults: {
        'takeovers that took too long': [...takeovers.seen].flatMap(([part, times]) =>
          times.filter((ms) => ms > seenWithin).map((ms) => `${part} ${ms}`),
        ),
        'files that can not be read': missing,
        'devices that differ': differing,
        'shapes fetched again': Array.from({ length: again }, () => 'a shape'),
        'logins again': devices.filter(({ logins }) => logins > 1).map(({ device }) => device.name),
      },
    },
    world,
  )
}

async function courierOf(world: World, random: ReturnType<typeof randomFrom>) {
  const [company] = world.companies
  if (!company) throw new Error('a company')
  const { email } = await company.user('admin')
  return new FileCourier(world.url, { email, password: testPassword }, random, async () => {
    const [ticket] = await world.db.sql<{ id: string }[]>`
      select id from tickets where company_id = ${company.id} and status = 'open' order by created_at limit 1`
    return ticket?.id ?? null
  })
}

async function untilLoaded() {
  for (const end = Date.now() + restWithin; Date.now() < end; await delay(50)) {
    if (devices.every(({ device }) => device.leader?.status().phase === 'live')) return
  }
  throw new Error(`devices do not load: ${said.text()}`)
}

/** What is different at last; nothing when every device has just what SELECT has in its scope, and an empty outbox. */
async function untilAtRest({ urls }: World): Promise<string[]> {
  // Times are compared as text.
  const db = connect(`${urls.app}?TimeZone=UTC`, { max: 1 })
  try {
    for (const end = Date.now() + restWithin; ; await delay(250)) {
      const found: string[] = []
      for (const { device } of devices) {
        const userId = device.actor?.userId
        const wrong = userId
          ? unsent(device) || (await outOfScope(device, await expectedRows(db, userId)))
          : `${device.name} is logged out`
        if (wrong) found.push(wrong)
      }
      if (found.length === 0 || Date.now() > end) return found
      tellOnline()
    }
  } finally {
    await db.end()
  }
}

function secondsOf(times: readonly number[]) {
  return times.map((ms) => (ms / 1000).toFixed(1)).join(', ')
}

function partOf(name: string): PartName {
  const part = parts.find((known) => known.replace(' ', '-') === name.replace(' ', '-'))
  if (!part) throw new Error(`--kill takes ${parts.map((known) => known.replace(' ', '-')).join(', ')}`)
  return part
}
