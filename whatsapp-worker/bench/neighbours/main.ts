// `pnpm bench:neighbours`: what company B's people wait for while company A does its worst, against the same without A. Server, worker,
// simulator, Postgres, B and A share the machine. `--seconds N` of each, `--only KIND` of one.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startChild } from 'db/node/child.ts'
import { connect } from 'db/node/connect.ts'
import { newId } from 'db/kit/new-id.ts'
import { urlsOf } from 'db/node/roles.ts'
import { testPassword } from 'db/node/testing/test-world.ts'
import { percentile, print } from '../../../scripts/figure.ts'
import { fromRoot } from '../../../scripts/paths.ts'
import { arrivalPrefix, listenForArrivals } from '../arrivals.ts'
import { residentMegabytes } from '../../soak/memory.ts'
import { startServer } from '../server-process.ts'
import { growTo, note, startWorld, type Line } from '../world.ts'
import { addCompany, fillCompany, type Company } from './companies.ts'
import type { Attack, AttackKind } from './attack-process.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '15' }, only: { type: 'string' } } })
const lastsMs = Number(values.seconds) * 1000
const floodPerSecond = 200

const world = await startWorld()
const { url, child: server } = await startServer(world)
// Tables are the owner's to change and to fill by the thousand.
const owner = connect(urlsOf(world.postgres.url).owner, { max: 2 })
const arrivals = await listenForArrivals(world)
const ours = await addCompany(world, 'A', 5)
const theirs = await addCompany(world, 'B', 3)
await growTo(world, 1, ours.id)
await growTo(world, 2, theirs.id)
await fillCompany(owner, ours, { tickets: 5000, messages: 100_000 })
await fillCompany(owner, theirs, { tickets: 200, messages: 5000 })
const [lineOfA, lineOfB] = world.lines
if (!lineOfA || !lineOfB) throw new Error('two lines')
const tokens = new Map(
  await Promise.all([...ours.emails, ...theirs.emails].map(async (email) => [email, await logIn(email)] as const)),
)
const tokensOf = ({ emails }: Company) => emails.map((email) => tokens.get(email) ?? '')

await work(theirs, lineOfB, 3000)
const alone = await work(theirs, lineOfB, lastsMs)
note(`alone: ${summary(alone)}`)
const aloneMb = await residentMegabytes(server.process.pid)

const isAsked = (kind: string) => values.only === undefined || values.only === kind
// Bodies first: their memory is compared with that of a server that nothing else has filled.
const kinds: readonly AttackKind[] = ['bodies', 'reads', 'lists', 'uploads', 'imports', 'live']
for (const kind of kinds.filter(isAsked)) {
  const attacker = startAttack({ url, tokens: tokensOf(ours), kind })
  const memory = watchMemory()
  await delay(1500)
  report(kind, await work(theirs, lineOfB, lastsMs))
  const peak = memory.stop()
  if (kind === 'bodies') reportMemory(kind, peak)
  await attacker.stop()
}
if (!isAsked('flood')) process.exit(0)
const flood = new AbortController()
const flooding = floodLine(lineOfA, flood.signal)
await delay(1500)
report('flood', await work(theirs, lineOfB, lastsMs))
flood.abort()
await flooding
process.exit(0)

type Work = Record<'push' | 'list' | 'conversation' | 'arrival', number[]>

function report(kind: string, with_: Work) {
  note(`${kind}: ${summary(with_)}`)
  for (const name of ['push', 'list', 'conversation', 'arrival'] as const) {
    const idle = percentile(alone[name], 0.95)
    const times = with_[name].map((ms) => ms / idle)
    const worst = percentile(times, 0.95)
    print({
      name: `neighbours_${kind}_${name}_p95`,
      unit: '×',
      samples: [worst],
      aim: '2',
      reference: `1 (${idle.toFixed(0)} ms alone)`,
    })
  }
}

/** `stop` tells the most megabytes that the server had, looked at four times a second. */
function watchMemory() {
  let peak = 0
  const look = async () => void (peak = Math.max(peak, (await residentMegabytes(server.process.pid)) ?? 0))
  const timer = setInterval(() => void look(), 250)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}

/** `megabytes`: 0 where the system does not tell. */
function reportMemory(kind: string, megabytes: number) {
  if (megabytes === 0 || aloneMb === null) return
  const samples = [megabytes / aloneMb]
  print({ name: `neighbours_${kind}_memory`, unit: '×', samples, aim: '1.5', reference: `1 (${aloneMb} MB alone)` })
}

function summary(measured: Work) {
  const one = ([name, samples]: [string, number[]]) =>
    `${name} ${percentile(samples, 0.5).toFixed(0)}/${percentile(samples, 0.95).toFixed(0)} ms (${samples.length})`
  return Object.entries(measured).map(one).join(', ')
}

/** B's people at work for so long: answers, opens the list and a conversation, and a customer's message arrives. */
async function work(company: Company, line: Line, ms: number): Promise<Work> {
  const end = performance.now() + ms
  const measured: Work = { push: [], list: [], conversation: [], arrival: [] }
  const person = async (token: string) => {
    while (performance.now() < end) {
      const ticketId = company.ticketIds[Math.floor(Math.random() * company.ticketIds.length)] ?? ''
      measured.push.push(await timed(() => push(token, ticketId)))
      measured.list.push(await timed(() => ask(token, '/tickets?status=open&showAll=true')))
      measured.conversation.push(await timed(() => ask(token, `/messages/${ticketId}`)))
      await delay(100)
    }
  }
  const customer = async () => {
    for (let n = 0; performance.now() < end; n++) {
      measured.arrival.push(await timed(() => arrive(line, `${arrivalPrefix}${newId()}`)))
      await delay(100)
    }
  }
  await Promise.all([...tokensOf(company).map(person), customer()])
  return measured
}

async function timed(run: () => Promise<unknown>) {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/** @throws Error when B is refused anything. */
async function ask(token: string, path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${token}`, origin: url, 'content-type': 'application/json' }
  const response = await fetch(`${url}/api${path}`, { ...init, headers })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`)
  return body
}

async function push(token: string, ticketId: string) {
  const args = { id: newId(), ticketId, body: 'Bom dia! Já vejo isso.' }
  const body = JSON.stringify({ mutations: [{ id: newId(), name: 'message.send', args }] })
  const { results } = (await ask(token, '/mutations', { method: 'POST', body })) as { results: { status: string }[] }
  if (results[0]?.status !== 'applied') throw new Error(`push: ${JSON.stringify(results)}`)
}

/** From the customer's phone to the commit of its row. */
async function arrive({ number, customers }: Line, text: string) {
  await Promise.all([world.phones.send(customers[0] ?? '', number, text), arrivals.of(text)])
}

async function floodLine({ number, customers }: Line, signal: AbortSignal) {
  const perTurn = floodPerSecond / 10
  for (let turn = 0; !signal.aborted; turn++) {
    const texts = Array.from({ length: perTurn }, (_, n) => `enxurrada ${turn}.${n}`)
    // Nobody waits for WhatsApp here: that is what a flood is.
    world.phones.sendMany(customers[turn % customers.length] ?? '', number, texts).catch(() => {})
    await delay(100)
  }
}

function startAttack(attack: Attack) {
  const child = startChild(fromRoot('whatsapp-worker/bench/neighbours/attack-process.ts'), [JSON.stringify(attack)], {})
  child.onLine((line) => line && note(`  A, ${attack.kind}: ${line}`))
  return { stop: () => child.kill('SIGKILL') }
}

async function logIn(email: string) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: testPassword }),
  })
  const { token } = (await response.json()) as { token: string }
  return token
}
