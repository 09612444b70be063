// What happens in a run, as plain data: a list of steps that a seed makes, a file holds and shrinking shortens.
// Invariant: it is a function of the seed alone. What depends on the rows a client sees at that moment (which ticket, which
// message) is a number in the step, drawn from then.
import { randomFrom, type Random } from 'db/node/random.ts'

/**
 * lost: the tab died between writing its entry and asking the leader. frozen: it asks much later, when it is shown again.
 * old: an older version of the app, which checks nothing.
 */
export type Manner = 'asked' | 'lost' | 'frozen' | 'old'

export const requestKinds = ['push', 'live', 'read', 'session'] as const
export type RequestKind = (typeof requestKinds)[number]

export const faults = [
  /** It never reaches the server. */
  'lose-request',
  /** The server acts, its answer is lost. */
  'lose-answer',
  /** It arrives twice at the same time. */
  'twice',
  /** It is answered, and a copy arrives once more later. */
  'again-later',
  /** The client believes that it failed; it arrives later. */
  'late',
  /** The connection breaks after so many ms. */
  'cut',
  /** The answer takes so many ms. */
  'slow',
  /** kill -9 of the server so many ms after it was sent. */
  'server-dies',
] as const
export type FaultKind = (typeof faults)[number]

export type Step =
  /** Without a name: what the person could do then (`wish.ts`). */
  | { kind: 'mutate'; client: number; name?: string; draw: number; manner: Manner }
  /** The person whose entry was refused. */
  | { kind: 'discard' | 'retry'; client: number; draw: number }
  | { kind: 'offline' | 'online' | 'log-in' | 'switch-user' | 'expire-token' | 'log-in-elsewhere'; client: number }
  /** The next request of this kind. */
  | { kind: 'fault'; client: number; on: RequestKind; fault: FaultKind; ms: number }
  /** Frozen tabs go on. */
  | { kind: 'thaw'; client: number }
  /** What was late reaches the server. */
  | { kind: 'deliver'; client: number }
  /** The leader dies after so many statements, another tab takes over. evict: the local database is gone too. */
  | { kind: 'kill-tab' | 'evict'; client: number; statements: number }
  | { kind: 'skew'; client: number; hours: number }
  /** kill -9; wipe: it starts without its shapes, and every device has to fetch anew. */
  | { kind: 'kill-server'; wipe: boolean }
  /** It listens again. told: devices try at once, as they would have for long if steps took as long as in life. */
  | { kind: 'server-up'; told?: true }
  /** A customer writes, WhatsApp acknowledges, somebody else works. */
  | { kind: 'inbound' | 'ack' | 'colleague'; draw: number }
  | { kind: 'profile' | 'queues'; draw: number }
  /** An administrator mends what keeps people from working. */
  | { kind: 'supply'; draw: number }
  | { kind: 'pause'; ms: number }
  /** View = replay(synced, pending), on this client now. */
  | { kind: 'check'; client: number }
  /** Everything heals; all laws. */
  | { kind: 'rest' }

export interface History {
  clients: number
  steps: readonly Step[]
}

type Maker = (random: Random, client: number) => Step

const draw = (random: Random) => random.int(0, 2 ** 31 - 1)

const mutate: Maker = (random, client) => ({
  kind: 'mutate',
  client,
  draw: draw(random),
  manner: random.chance(0.7) ? 'asked' : random.pick(['lost', 'lost', 'frozen', 'old']),
})

const fault: Maker = (random, client) => ({
  kind: 'fault',
  client,
  on: random.pick([...requestKinds, 'push', 'push']),
  fault: random.pick(faults),
  ms: random.int(0, 40),
})

/** How often, of the sum. */
const makers: readonly (readonly [number, Maker])[] = [
  [150, mutate],
  [25, fault],
  [8, (random, client) => ({ kind: 'kill-tab', client, statements: random.int(0, 40) })],
  [2, (random, client) => ({ kind: 'evict', client, statements: random.int(0, 40) })],
  [8, (_, client) => ({ kind: 'offline', client })],
  [24, (_, client) => ({ kind: 'online', client })],
  [7, (_, client) => ({ kind: 'deliver', client })],
  [4, (_, client) => ({ kind: 'thaw', client })],
  [25, (random, client) => ({ kind: 'discard', client, draw: draw(random) })],
  [8, (random, client) => ({ kind: 'retry', client, draw: draw(random) })],
  [9, (_, client) => ({ kind: 'log-in', client })],
  [2, (_, client) => ({ kind: 'switch-user', client })],
  [3, (_, client) => ({ kind: 'expire-token', client })],
  [1, (_, client) => ({ kind: 'log-in-elsewhere', client })],
  [3, (random, client) => ({ kind: 'skew', client, hours: random.int(-48, 48) })],
  [2, (random) => ({ kind: 'kill-server', wipe: random.chance(0.4) })],
  // A start takes as long as dozens of steps, in which nobody could do much together.
  [20, () => ({ kind: 'server-up', told: true })],
  [14, (random) => ({ kind: 'inbound', draw: draw(random) })],
  [5, (random) => ({ kind: 'ack', draw: draw(random) })],
  [10, (random) => ({ kind: 'colleague', draw: draw(random) })],
  [2, (random) => ({ kind: 'profile', draw: draw(random) })],
  [3, (random) => ({ kind: 'queues', draw: draw(random) })],
  [12, (random) => ({ kind: 'supply', draw: draw(random) })],
  [25, (random) => ({ kind: 'pause', ms: random.int(1, 60) })],
  [20, (_, client) => ({ kind: 'check', client })],
  [2, () => ({ kind: 'rest' })],
]
const total = makers.reduce((sum, [weight]) => sum + weight, 0)

export function randomHistory(seed: number, { clients, steps }: { clients: number; steps: number }): History {
  const random = randomFrom(seed)
  return { clients, steps: Array.from({ length: steps }, () => randomStep(random, random.int(0, clients - 1))) }
}

function randomStep(random: Random, client: number): Step {
  let point = (random.int(0, 999_999) / 1_000_000) * total
  for (const [weight, make] of makers) {
    point -= weight
    if (point < 0) return make(random, client)
  }
  return { kind: 'rest' }
}
