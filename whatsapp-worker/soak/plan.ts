// What a run does, made of its seed before anything starts: who writes to whom and when, what attendants do, what is killed in which
// order. Pure. Only the order of kills is fixed, not their moments: one comes after the earlier one is mended.
import { randomFrom, type Random } from 'db/node/random.ts'

export const killable = ['worker', 'server', 'postgres'] as const
export type Killable = (typeof killable)[number]

export interface Conversation {
  /** Index of the connection whose number the customer writes to. */
  connection: number
  /** Index of the customer. */
  customer: number
}

/** `customer` and `owner` write on their phones, the others are the attendant's. */
export type ActionKind = 'customer' | 'owner' | 'answer' | 'close' | 'read'

export interface Action {
  atMs: number
  conversation: number
  kind: ActionKind
  /** So many at once. */
  count: number
}

export interface Kill<Part extends string = Killable> {
  part: Part
  /** After the one before is mended. */
  pauseMs: number
  /** How long it stays down; a worker until the other one took over. */
  downMs: number
}

export interface Plan<Part extends string = Killable> {
  conversations: readonly Conversation[]
  actions: readonly Action[]
  /** Endless: as many as fit into the time. */
  kills: () => Generator<Kill<Part>, never>
}

export const connectionCount = 4
const ownCustomers = 3
/** They write to every connection, so their chats must stay apart. */
const sharedCustomers = 1
export const customerCount = connectionCount * ownCustomers + sharedCustomers

export function planOf<Part extends string>(seed: number, minutes: number, parts: readonly Part[]): Plan<Part> {
  const random = randomFrom(seed)
  const conversations = conversationsOf()
  const endMs = minutes * 60_000
  const actions = conversations.flatMap((_, index) => actionsOf(random.fork(`conversation ${index}`), index, endMs))
  return {
    conversations,
    actions: actions.toSorted((a, b) => a.atMs - b.atMs),
    kills: () => killsOf(random.fork('kills'), parts),
  }
}

function conversationsOf(): Conversation[] {
  return Array.from({ length: connectionCount }, (_, connection) => {
    const own = Array.from({ length: ownCustomers }, (__, n) => ({
      connection,
      customer: connection * ownCustomers + n,
    }))
    const shared = Array.from({ length: sharedCustomers }, (__, n) => ({
      connection,
      customer: connectionCount * ownCustomers + n,
    }))
    return [...own, ...shared]
  }).flat()
}

function actionsOf(random: Random, conversation: number, endMs: number): Action[] {
  const actions: Action[] = []
  for (let atMs = random.int(0, 2_000); atMs < endMs; atMs += random.int(200, 2_500)) {
    actions.push({ atMs, conversation, ...deedOf(random) })
  }
  return actions
}

function deedOf(random: Random): Pick<Action, 'kind' | 'count'> {
  const die = random.int(1, 100)
  if (die <= 48) return { kind: 'customer', count: random.chance(0.1) ? random.int(2, 8) : 1 }
  if (die <= 90) return { kind: 'answer', count: random.chance(0.1) ? random.int(2, 5) : 1 }
  if (die <= 94) return { kind: 'owner', count: 1 }
  if (die <= 97) return { kind: 'read', count: 1 }
  return { kind: 'close', count: 1 }
}

function* killsOf<Part extends string>(random: Random, parts: readonly Part[]): Generator<Kill<Part>, never> {
  for (;;) {
    // Each part once in every round, in a new order.
    const left = [...parts]
    while (left.length > 0) {
      const [part] = left.splice(random.int(0, left.length - 1), 1)
      if (part) yield { part, pauseMs: random.int(1_000, 6_000), downMs: random.int(0, 2_000) }
    }
  }
}
