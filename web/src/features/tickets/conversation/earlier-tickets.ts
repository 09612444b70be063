// The contact's tickets before the one that is open, newest first, a page of messages at a time: those on this device, then those in the
// server's archive. Each step knows the one after it, so a step that failed (no network) is taken again from the same place.
// Invariant: what it has is without gaps up to the open ticket.
import type { Floor } from 'db/messages/pages.ts'
import { placeInTickets, type MessageRow } from 'db/messages/queries.ts'
import { ticketBefore, type EarlierTicket } from 'db/tickets/queries.ts'
import { isNetworkError } from '../../../lib/data/network-error.ts'
import type { ArchivedTickets } from './archive.ts'
import type { MessageSource } from '../../../desk/conversation/list/message-pages.ts'
import { olderPageSize } from '../../../desk/conversation/list/source.ts'
import { olderPage } from './list/page-queries.ts'

export interface EarlierSource {
  read: MessageSource['read']
  archivedTickets(contactId: string, cursor: string | null): Promise<ArchivedTickets>
  archivedMessages(ticketId: string, cursor: string | null): Promise<ArchivedMessages>
}

interface ArchivedMessages {
  rows: readonly MessageRow[]
  cursor: string | null
}

export interface EarlierState {
  /** Oldest first. */
  rows: readonly MessageRow[]
  tickets: ReadonlyMap<string, EarlierTicket>
  /** The first row is the first of its ticket. */
  whole: boolean
  /** 'unknown': whether there are any. */
  phase: 'unknown' | 'more' | 'loading' | 'offline' | 'end'
}

export interface EarlierTickets {
  get(): EarlierState
  subscribe(listener: () => void): () => void
  /** Finds out whether there are any: nothing is offered that is not there. Who can't be asked may have some. */
  peek(): Promise<void>
  /** @throws AppError; being without network is a phase. */
  load(): Promise<void>
  /** Whether this device has it in an earlier ticket. */
  has(messageId: string): Promise<boolean>
  /** Shows everything from this message on; false when this device has it in no earlier ticket. */
  loadBackTo(messageId: string): Promise<boolean>
}

interface Page {
  ticket: EarlierTicket
  rows: readonly MessageRow[]
  whole: boolean
  next: Step
}
/** null: there is nothing before. */
type Step = () => Promise<Page | null>

export interface OpenTicket {
  id: string
  contactId: string
  createdAt: Date
}

export function createEarlierTickets(open: OpenTicket, source: EarlierSource): EarlierTickets {
  return new EarlierPages(open, source)
}

class EarlierPages implements EarlierTickets {
  readonly #open: OpenTicket
  readonly #source: EarlierSource
  readonly #listeners = new Set<() => void>()
  #state: EarlierState = { rows: [], tickets: new Map(), whole: true, phase: 'unknown' }
  #step: Step
  #running: Promise<void> | null = null
  #peeking: Promise<void> | null = null

  constructor(open: OpenTicket, source: EarlierSource) {
    this.#open = open
    this.#source = source
    this.#step = localTicket(open, source, open)
  }

  readonly get = () => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  peek() {
    this.#peeking ??= this.#state.phase === 'unknown' && !this.#running ? this.#look() : Promise.resolve()
    return this.#peeking
  }

  /** Who asks while a page is on its way gets that page. */
  load() {
    this.#running ??= this.#next().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async has(messageId: string) {
    const { id, contactId } = this.#open
    const [place] = await this.#source.read(placeInTickets({ contactId, messageId }))
    return place !== undefined && place.ticketId !== id
  }

  async loadBackTo(messageId: string) {
    const shown = () => this.#state.rows.some(({ id }) => id === messageId)
    if (!(await this.has(messageId))) return shown()
    while (!shown()) {
      await this.load()
      if (this.#state.phase !== 'more') break
    }
    return shown()
  }

  async #look() {
    const [ticket] = await this.#source.read(ticketBefore(beginning(this.#open, this.#open)))
    if (ticket) return this.#publish({ phase: 'more' })
    try {
      const page = await this.#step()
      this.#step = async () => page
      this.#publish(page ? { phase: 'more' } : { phase: 'end', whole: true })
    } catch {
      this.#publish({ phase: 'more' })
    }
  }

  async #next() {
    await this.#peeking
    if (this.#state.phase === 'end') return
    this.#publish({ phase: 'loading' })
    try {
      this.#take(await this.#step())
    } catch (error) {
      this.#publish({ phase: isNetworkError(error) ? 'offline' : 'more' })
      if (!isNetworkError(error)) throw error
    }
  }

  #take(page: Page | null) {
    if (!page) return this.#publish({ phase: 'end', whole: true })
    this.#step = page.next
    const { ticket, whole } = page
    const rows = [...page.rows, ...this.#state.rows]
    this.#publish({ rows, whole, phase: 'more', tickets: new Map(this.#state.tickets).set(ticket.id, ticket) })
  }

  #publish(change: Partial<EarlierState>) {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

type Before = Pick<EarlierTicket, 'id' | 'createdAt'>

const beginning = ({ contactId }: OpenTicket, { id, createdAt }: Before) => ({
  contactId,
  ticketId: id,
  createdAt: createdAt.toISOString(),
})

const localTicket =
  (open: OpenTicket, source: EarlierSource, before: Before): Step =>
  async () => {
    const [ticket] = await source.read(ticketBefore(beginning(open, before)))
    return ticket ? localPage(open, source, ticket, null)() : archivedFrom(open, source, null)()
  }

const localPage =
  (open: OpenTicket, source: EarlierSource, ticket: EarlierTicket, ceiling: Floor | null): Step =>
  async () => {
    const rows = await source.read(olderPage(ticket.id, ceiling))
    const [oldest] = rows
    if (!oldest) return localTicket(open, source, ticket)()
    const whole = rows.length < olderPageSize
    const next = whole ? localTicket(open, source, ticket) : localPage(open, source, ticket, oldest)
    return { ticket, rows, whole, next }
  }

const archivedFrom =
  (open: OpenTicket, source: EarlierSource, cursor: string | null): Step =>
  async () => {
    const found = await source.archivedTickets(open.contactId, cursor)
    const tickets = found.tickets.filter(({ id, createdAt }) => id !== open.id && createdAt <= open.createdAt)
    const after: Step = found.cursor === null ? async () => null : archivedFrom(open, source, found.cursor)
    return archivedTicket(source, tickets, after)()
  }

const archivedTicket =
  (source: EarlierSource, [ticket, ...others]: readonly EarlierTicket[], after: Step): Step =>
  () =>
    ticket ? archivedPage(source, ticket, null, archivedTicket(source, others, after))() : after()

const archivedPage =
  (source: EarlierSource, ticket: EarlierTicket, cursor: string | null, after: Step): Step =>
  async () => {
    const page = await source.archivedMessages(ticket.id, cursor)
    const whole = page.cursor === null
    if (page.rows.length === 0) return after()
    return { ticket, rows: page.rows, whole, next: whole ? after : archivedPage(source, ticket, page.cursor, after) }
  }
