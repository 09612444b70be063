// The pictures of a connection's contacts, asked for one by one, a few a minute: thousands that a phone tells of when it is linked must not
// look like an attack. The rows say whose turn it is (contacts.picture_due_at), so nothing is lost with a worker.
import type { WASocket } from '@whiskeysockets/baileys'
import { recordPicture, takeDuePicture } from 'db/contacts/pictures.ts'
import type { Log } from '../logger.ts'
import { ownAddressOf } from '../outbound/address-book.ts'
import { codeOf, fetchPicture, type PictureParts } from './fetch-picture.ts'
import { noEffects } from 'db/kit/effects.ts'
import { systemContext } from 'db/kit/system-context.ts'

/** Between two questions; as much again at most, by chance. */
const pauseMs = 6_000
/** Without anybody to ask for. */
const idleMs = 10_000
/** After somebody wrote, who may be new. */
const wakeMs = 500
/** WhatsApp said that it was asked too often. */
const tooOften = 429
const restMs = 15 * 60_000

export class Pictures {
  readonly #parts: PictureParts
  readonly #of: { connectionId: string; companyId: string }
  readonly #log: Log
  /** Only while it is open. */
  #socket: WASocket | null = null
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  /** Before that nothing is asked. */
  #notBefore = 0

  constructor(parts: PictureParts, of: { connectionId: string; companyId: string }, log: Log) {
    this.#parts = parts
    this.#of = of
    this.#log = log
  }

  opened(socket: WASocket) {
    this.#socket = socket
    this.wake()
  }

  closed() {
    this.#socket = null
    clearTimeout(this.#timer)
  }

  /** There may be somebody new. */
  wake() {
    if (!this.#running) this.#next(wakeMs)
  }

  /** Resolves when no question is on its way. */
  async settled() {
    this.closed()
    await this.#running
  }

  #next(ms: number) {
    clearTimeout(this.#timer)
    if (!this.#socket) return
    this.#timer = setTimeout(
      () => {
        this.#running ??= this.#turn()
      },
      Math.max(ms, this.#notBefore - Date.now()),
    ).unref()
  }

  async #turn() {
    const hasAsked = await this.#ask().catch((err: unknown) => {
      this.#log.warn({ err }, 'no picture asked for')
      return false
    })
    if (hasAsked) this.#notBefore = Math.max(this.#notBefore, Date.now() + pauseMs * (1 + Math.random()))
    this.#running = null
    this.#next(hasAsked ? 0 : idleMs)
  }

  /** Whether there was somebody to ask for. */
  async #ask(): Promise<boolean> {
    const { db } = this.#parts
    const { connectionId, companyId } = this.#of
    const socket = this.#socket
    const ctx = systemContext(companyId, noEffects)
    const due = socket && (await db.orm.transaction((tx) => takeDuePicture(tx, connectionId, ctx)))
    if (!socket || !due) return false
    const answer = await fetchPicture(this.#parts, socket, { companyId, address: ownAddressOf(due) }).catch(
      (err: unknown) => {
        this.#log.warn({ contactId: due.id, err }, 'picture not fetched')
        if (codeOf(err) === tooOften) this.#notBefore = Date.now() + restMs
        return { kind: 'failed' } as const
      },
    )
    await db.orm.transaction((tx) => recordPicture(tx, due.id, answer, new Date()))
    return true
  }
}
