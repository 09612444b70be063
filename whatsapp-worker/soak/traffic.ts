// Carries out the plan's actions and keeps the books: what was said on phones, by attendants, and what reached customers' phones.
// Invariant: something counts as said only once WhatsApp (phones) or the server (attendants) has taken it.
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from 'db/kit/new-id.ts'
import type { Said } from './ledger.ts'
import type { Action, Plan } from './plan.ts'
import type { World } from './world.ts'

export class Traffic {
  /** By customers and owners on their phones, in the order of each phone. */
  readonly saidOnPhones: Said[] = []
  readonly saidByAttendants: Said[] = []
  /** What attendants wrote, as it reached the customers' phones. A phone shows an id once. */
  readonly received: Said[] = []
  /** A second attempt under the same id, which the phone dropped. */
  repeats = 0
  readonly #world: World
  readonly #plan: Pick<Plan, 'conversations' | 'actions'>
  readonly #counts = new Map<string, number>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #shown = new Set<string>()

  constructor(world: World, plan: Pick<Plan, 'conversations' | 'actions'>) {
    this.#world = world
    this.#plan = plan
    const customers = new Set(world.customers)
    world.phones.onReceived(({ number, from, id, text }) => {
      if (!customers.has(number) || !text.startsWith('attendant')) return
      if (this.#shown.has(`${number} ${id}`)) this.repeats += 1
      else this.received.push({ line: lineOf(from, number), text })
      this.#shown.add(`${number} ${id}`)
    })
  }

  /** Resolves when every action is under way and phones have sent theirs. */
  async run() {
    const started = performance.now()
    for (const action of this.#plan.actions) {
      await delay(Math.max(0, action.atMs - (performance.now() - started)))
      for (let n = 0; n < action.count; n++) this.#act(action)
    }
    await Promise.all(this.#running)
  }

  #act({ kind, conversation }: Action) {
    const { connection, customer } = this.#partiesOf(conversation)
    if (kind === 'customer') return this.#sayOnPhone('customer', customer, connection.number, conversation)
    if (kind === 'owner') return this.#sayOnPhone('owner', connection.number, customer, conversation)
    const { attendant } = connection
    const ticket = attendant.ticketOf(connection.id, customer)
    if (!ticket || ticket.status === 'closed') return
    const { id } = ticket
    if (kind === 'close') return attendant.mutate('ticket.close', { id })
    if (kind === 'read') return attendant.mutate('ticket.markRead', { id })
    if (ticket.status === 'pending') return attendant.mutate('ticket.accept', { id })
    const said = { line: lineOf(connection.number, customer), text: this.#nextText('attendant', conversation) }
    attendant.mutate('message.send', { id: newId(), ticketId: id, body: said.text }, () =>
      this.saidByAttendants.push(said),
    )
  }

  #sayOnPhone(who: 'customer' | 'owner', from: string, to: string, conversation: number) {
    const said = { line: lineOf(from, to), text: this.#nextText(who, conversation) }
    const sending = this.#world.phones.send(from, to, said.text).then(() => this.saidOnPhones.push(said))
    this.#running.add(sending)
    void sending.finally(() => this.#running.delete(sending))
  }

  #nextText(who: string, conversation: number) {
    const key = `${who} ${conversation}`
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return `${key}/${count}`
  }

  #partiesOf(conversation: number) {
    const { connection: index, customer } = this.#plan.conversations[conversation] ?? { connection: 0, customer: 0 }
    const [connection, number] = [this.#world.connections[index], this.#world.customers[customer]]
    if (!connection || number === undefined) throw new Error(`no conversation ${conversation}`)
    return { connection, customer: number }
  }
}

export const lineOf = (from: string, to: string) => `${from} → ${to}`
