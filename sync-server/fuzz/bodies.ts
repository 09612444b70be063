// Bodies that never end, or are more than anybody means: each is over in bounded time and memory, and another company is answered meanwhile.
// They run beside the rounds, since to be found silent takes as long as the server is patient.
import * as fc from 'fast-check'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from 'db/kit/new-id.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import type { World } from './world.ts'

const kinds = [
  'byteByByte',
  'lacksItsLast',
  'chunksWithoutEnd',
  'announcesMore',
  'halfClosed',
  'nesting',
  'objects',
  'keys',
  'wide',
  'text',
  'whole',
] as const
type Kind = (typeof kinds)[number]

interface Plan {
  kind: Kind
  path: string
  as: 'stranger' | 'attendant' | 'admin'
}

const open = ['/auth/login', '/companies/cadastro', '/setup']
const closed = [
  '/mutations',
  '/queries',
  '/shapes/changes',
  '/shapes/first',
  '/tags',
  '/tickets',
  '/contacts',
  '/contacts/import-sheet',
  '/uploads',
]

const plans: fc.Arbitrary<Plan> = fc.oneof(
  fc.record({ kind: fc.constantFrom(...kinds), path: fc.constantFrom(...open), as: fc.constant('stranger' as const) }),
  fc.record({
    kind: fc.constantFrom(...kinds),
    path: fc.constantFrom(...closed),
    as: fc.constantFrom('stranger' as const, 'attendant' as const, 'admin' as const),
  }),
)

const megabytes = 1024 * 1024
const atOnce = 60
/** ms from the first byte of a body until its connection is over: patience, and what a busy machine adds. */
const longest = 120_000
/** ms that another company waits for an answer at most. */
const neighbourWaits = 30_000
/** Bytes that all of them may cost at a time: several times what the server lets one company hold. */
const mostMemory = 256 * megabytes

const repeated = (text: string, bytes: number) => Buffer.from(text.repeat(Math.ceil(bytes / text.length)))
/** Once each: what is written to many sockets is the same memory. */
const contents: Record<Exclude<Kind, 'byteByByte'>, Buffer> = {
  lacksItsLast: Buffer.concat([Buffer.from('"'), repeated('x', 7.5 * megabytes)]),
  chunksWithoutEnd: repeated(' ', 64 * 1024),
  announcesMore: Buffer.from('{"email":'),
  halfClosed: Buffer.from('{"email":'),
  nesting: repeated('[', 7.5 * megabytes),
  objects: repeated('{"a":', 7.5 * megabytes),
  keys: Buffer.concat([Buffer.from('{'), repeated('"a":0,', 7.5 * megabytes)]),
  wide: Buffer.concat([Buffer.from('['), repeated('0,', 7.5 * megabytes)]),
  text: repeated('"', 7.5 * megabytes),
  /** To its end, with nearly as many values as are taken: each of them is wrong. */
  whole: Buffer.from(`{"mutations":[${`"${'x'.repeat(35)}",`.repeat(190_000)}0]}`),
}

/** @returns what was seen, in a line. @throws Error naming what did not end, was not refused, or cost too much */
export async function attackWithBodies(world: World, seed: number): Promise<string> {
  const { api, port } = world
  const company = await testCompany(api.db)
  const tokens = {
    admin: await api.login((await company.user('admin')).email),
    attendant: await api.login((await company.user('user')).email),
    stranger: undefined,
  }
  const neighbour = await watchNeighbour(world)
  const memory = watchMemory()
  const ends = await Promise.all(
    fc.sample(plans, { seed, numRuns: atOnce }).map((plan) => attack(port, plan, tokens[plan.as])),
  )
  const [{ waited, asked }, cost] = [await neighbour.stop(), memory.stop()]
  const slowest = Math.max(...ends.map(({ ms }) => ms))
  if (cost > mostMemory) throw new Error(`bodies: ${Math.round(cost / megabytes)} MB more in memory`)
  const statuses = [...Map.groupBy(ends, ({ status }) => status)].map(([status, { length }]) => `${status} ${length}`)
  return `bodies: ${ends.length} (${statuses.join(', ')}), the last over after ${seconds(slowest)} s, another company's ${asked} requests after ${seconds(waited)} s at most, ${Math.round(cost / megabytes)} MB`
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** `status`: 0 where the connection ended without an answer. @throws Error when it goes on, or is answered as if it were whole */
async function attack(port: number, plan: Plan, token: string | undefined) {
  const begun = performance.now()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined)
  let said = ''
  socket.on('data', (part: Buffer) => (said += part.toString('latin1').slice(0, 1000)))
  await once(socket, 'connect')
  socket.write(headOf(plan, token))
  const { promise: over, resolve } = Promise.withResolvers<boolean>()
  for (const event of ['end', 'close']) socket.once(event, () => resolve(true))
  const sending = sendBody(socket, plan.kind).catch(() => undefined)
  const late = new AbortController()
  const isOver = await Promise.race([over, delay(longest, false, { signal: late.signal }).catch(() => false)])
  late.abort()
  socket.destroy()
  await sending
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0)
  const shown = `${plan.kind} at POST ${plan.path} as ${plan.as}`
  if (!isOver) throw new Error(`${shown} goes on after ${longest} ms, answered ${status}`)
  if (status >= 500 || (status > 100 && status < 300)) throw new Error(`${shown} was answered ${said.slice(0, 400)}`)
  return { status, ms: performance.now() - begun }
}

function headOf({ kind, path }: Plan, token: string | undefined) {
  const size = kind === 'byteByByte' ? 5000 : contents[kind].length + (kind === 'whole' ? 0 : 1)
  const length = kind === 'chunksWithoutEnd' ? 'transfer-encoding: chunked' : `content-length: ${size}`
  const isForm = path.endsWith('import-sheet')
  const lines = [
    `POST /api${path} HTTP/1.1`,
    'host: balcao.test',
    'connection: close',
    // Logins from one address are limited.
    'x-forwarded-for: 10.9.9.9',
    `content-type: ${isForm ? 'multipart/form-data; boundary=x' : 'application/json'}`,
    length,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Ends with the socket, or when all was sent that will be. */
async function sendBody(socket: Socket, kind: Kind) {
  if (kind === 'byteByByte') {
    for (let n = 0; n < 4999 && socket.writable; n++) {
      socket.write(' ')
      await delay(100)
    }
  } else if (kind === 'chunksWithoutEnd') {
    while (socket.writable) {
      const part = contents[kind]
      socket.write(`${part.length.toString(16)}\r\n`)
      socket.write(part)
      socket.write('\r\n')
      await delay(50)
    }
  } else {
    socket.write(contents[kind])
    if (kind === 'halfClosed') socket.end()
  }
}

/** Another company's tags, made one after the other. `waited`: ms of the slowest. */
async function watchNeighbour({ api, port }: World) {
  const company = await testCompany(api.db)
  const token = await api.login((await company.user('admin')).email)
  let [isOver, waited, asked] = [false, 0, 0]
  const go = async () => {
    while (!isOver) {
      const begun = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/api/tags`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `Etiqueta ${newId()}`, color: '#ff0000', kanban: 0 }),
        signal: AbortSignal.timeout(neighbourWaits),
      })
      if (answer.status !== 201)
        throw new Error(`another company was answered ${answer.status}: ${await answer.text()}`)
      waited = Math.max(waited, performance.now() - begun)
      asked++
      await delay(250)
    }
  }
  const going = go()
  // Awaited at the end.
  going.catch(() => undefined)
  return {
    async stop() {
      isOver = true
      await going
      return { waited, asked }
    },
  }
}

/** Bytes of values and buffers at most, more than now. */
function watchMemory() {
  const used = () => {
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = used()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, used())), 100)
  return {
    stop() {
      clearInterval(timer)
      return most - before
    },
  }
}
