// Somebody at a device: what they write goes into the outbox of a real sync client, and the tickets that they see are those of its copy.
import { setTimeout as delay } from 'node:timers/promises'
import type { OutboxEntry } from '../src/sync/outbox/outbox.ts'
import type { Ticket, Writer } from '../../whatsapp-worker/soak/attendant.ts'
import { Device, type Login } from '../simulate/device.ts'

const lookMs = 400

type Call = [name: string, args: Record<string, unknown>, onApplied?: () => void]

export class DeviceWriter implements Writer {
  readonly device: Device
  readonly refused = new Map<string, number>()
  /** Logins after the first: each costs a new copy. */
  logins = 0
  readonly #waiting = new Map<string, () => void>()
  /** Written while nobody was logged in. */
  #unsaid: Call[] = []
  #tickets: readonly Ticket[] = []
  #isStopped = false
  readonly #work: Promise<void>

  constructor(name: string, login: Login, origin: string) {
    this.device = new Device(name, [login], {
      origin,
      killServer: () => {},
      onFault: () => {},
      onPaint: () => {},
      onLeft: (_, entries) => this.#applied(entries),
    })
    this.#work = this.#live()
  }

  get waiting() {
    return this.device.outbox.of(this.device.actor?.userId ?? '').length + this.#unsaid.length
  }

  ticketOf(connectionId: string, number: string) {
    return this.#tickets.find((ticket) => ticket.whatsappId === connectionId && ticket.contact.number === number)
  }

  mutate(...call: Call) {
    const [name, args, onApplied] = call
    const entry = this.device.write(name, args)
    if (!entry) this.#unsaid.push(call)
    else if (onApplied) this.#waiting.set(entry.id, onApplied)
  }

  /** Whether its copy has a tag of this name. */
  async hasTag(name: string): Promise<boolean> {
    const { database } = this.device
    const found = await database?.query('select 1 from tags where name = $1', [name]).catch(() => null)
    return (found?.rows.length ?? 0) > 0
  }

  async stop() {
    this.#isStopped = true
    await this.#work
  }

  #applied(entries: readonly OutboxEntry[]) {
    for (const { id } of entries) {
      this.#waiting.get(id)?.()
      this.#waiting.delete(id)
    }
  }

  async #live() {
    while (!this.#isStopped) {
      if (!this.device.actor) await this.#logIn()
      this.#discardRefused()
      await this.#look()
      await delay(lookMs)
    }
  }

  async #logIn() {
    try {
      await this.device.logIn()
      this.logins++
      for (const call of this.#unsaid.splice(0)) this.mutate(...call)
    } catch {
      // Somebody would try again, too.
      await delay(lookMs)
    }
  }

  /** The person reads why, and lets it be. */
  #discardRefused() {
    const { outbox, actor } = this.device
    for (const { seq, id, state, code = 'refused' } of outbox.of(actor?.userId ?? '')) {
      if (state !== 'refused') continue
      this.refused.set(code, (this.refused.get(code) ?? 0) + 1)
      this.#waiting.delete(id)
      outbox.discard(seq)
    }
  }

  async #look() {
    const rows = await this.device.database
      ?.query<Omit<Ticket, 'contact'> & { number: string | null }>(
        `select t.id, t.status, t.connection_id as "whatsappId", c.number
         from tickets t join contacts c on c.id = t.contact_id order by t.created_at desc`,
      )
      // It went with its tab.
      .catch(() => null)
    if (rows) this.#tickets = rows.rows.map(({ number, ...ticket }) => ({ ...ticket, contact: { number } }))
  }
}
