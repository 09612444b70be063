// An attendant's device, as far as the server can tell: logs in, writes mutations with ids of its own into an outbox, pushes them in
// order and again under the same ids until they are answered. Its list of tickets is what the API said last.
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from 'db/kit/new-id.ts'

export interface Ticket {
  id: string
  status: 'pending' | 'open' | 'closed'
  whatsappId: string
  contact: { number: string | null }
}

/** Somebody of a company who writes: into an outbox, so that nothing is lost while the server is away. */
export interface Writer {
  /** Mutations that the server has not answered yet. */
  readonly waiting: number
  /** How many it refused, by code: a rule said no, e.g. an answer to a ticket that was just closed. */
  readonly refused: ReadonlyMap<string, number>
  /** The newest ticket of a customer on a connection. */
  ticketOf(connectionId: string, number: string): Ticket | undefined
  /** `onApplied` when the server took it. */
  mutate(name: string, args: Record<string, unknown>, onApplied?: () => void): void
  stop(): Promise<void>
}

interface Entry {
  id: string
  name: string
  args: Record<string, unknown>
  onApplied?: () => void
}

interface PushResult {
  id: string
  status: 'applied' | 'rejected' | 'held'
  code?: string
}

const retryMs = 200
const refreshMs = 700
const batchSize = 20
const timeoutMs = 10_000

export class Attendant implements Writer {
  readonly #url: string
  readonly #credentials: { email: string; password: string }
  readonly #outbox: Entry[] = []
  readonly #work: Promise<unknown>
  #login: Promise<string> | null = null
  #tickets: readonly Ticket[] = []
  #isStopped = false
  readonly refused = new Map<string, number>()

  constructor(url: string, credentials: { email: string; password: string }) {
    this.#url = url
    this.#credentials = credentials
    this.#work = Promise.all([this.#push(), this.#refresh()])
  }

  get waiting() {
    return this.#outbox.length
  }

  ticketOf(connectionId: string, number: string) {
    return this.#tickets.find((ticket) => ticket.whatsappId === connectionId && ticket.contact.number === number)
  }

  mutate(name: string, args: Record<string, unknown>, onApplied?: () => void) {
    this.#outbox.push({ id: newId(), name, args, ...(onApplied && { onApplied }) })
  }

  async stop() {
    this.#isStopped = true
    await this.#work
  }

  async #push() {
    while (!this.#isStopped) {
      const batch = this.#outbox.slice(0, batchSize)
      const results = batch.length > 0 ? await this.#tryPush(batch) : []
      for (const result of results) this.#settle(result)
      if (results.length === 0) await delay(batch.length > 0 ? retryMs : 20)
    }
  }

  #settle({ id, status, code = status }: PushResult) {
    const index = this.#outbox.findIndex((entry) => entry.id === id)
    const [entry] = index < 0 ? [] : this.#outbox.splice(index, 1)
    if (status === 'applied') entry?.onApplied?.()
    else this.refused.set(code, (this.refused.get(code) ?? 0) + 1)
  }

  /** Empty when it has to be tried again. */
  async #tryPush(batch: readonly Entry[]): Promise<PushResult[]> {
    const mutations = batch.map(({ id, name, args }) => ({ id, name, args }))
    const answer = await this.#fetch('/api/mutations', { method: 'POST', body: JSON.stringify({ mutations }) })
    return (answer as { results?: PushResult[] } | null)?.results ?? []
  }

  async #refresh() {
    while (!this.#isStopped) {
      const answer = await this.#fetch('/api/tickets?showAll=true')
      this.#tickets = (answer as { tickets?: Ticket[] } | null)?.tickets ?? this.#tickets
      await delay(refreshMs)
    }
  }

  /** Null when the server is away or the session is over; then the next one logs in again. */
  async #fetch(path: string, init: RequestInit = {}): Promise<unknown> {
    // Shared: one login ends the other.
    const login = (this.#login ??= this.#logIn())
    const again = () => {
      if (this.#login === login) this.#login = null
      return null
    }
    const token = await login.catch(again)
    if (token === null) return null
    try {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const response = await fetch(this.#url + path, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) })
      if (response.status === 401 || response.status === 403) return again()
      return response.ok ? await response.json() : null
    } catch {
      return null
    }
  }

  async #logIn() {
    const response = await fetch(`${this.#url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.#url },
      body: JSON.stringify(this.#credentials),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`login answered ${response.status}`)
    const { token } = (await response.json()) as { token: string }
    return token
  }
}
