// Work that goes on by itself while a socket is open, in turns with pauses between them: what is asked of WhatsApp bit by bit, so that it looks
// like no attack. The rows say what is to be done, so nothing is lost with a worker.
import type { WASocket } from '@whiskeysockets/baileys'
import type { Log } from '../logger.ts'

/** After it was woken: others may follow at once. */
const restMs = 500

interface RoundsOptions {
  /** For the log: what did not go on. */
  name: string
  /** One step; resolves with the ms that pass before the next, or null when there is nothing to be done until somebody wakes it. */
  turn(socket: WASocket): Promise<number | null>
  /** With nothing to be done it looks again after so many ms. */
  idleMs: number
  /** And so long after it was woken; half a second where nothing is said. */
  wakeMs?: number
}

export class Rounds {
  readonly #options: RoundsOptions
  readonly #log: Log
  /** Only while it is open. */
  #socket: WASocket | null = null
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  /** Before that there is no turn, whoever wakes it; by a clock that nobody sets. */
  #notBefore = 0
  #woken = false

  constructor(options: RoundsOptions, log: Log) {
    this.#options = options
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

  /** There may be something to do. */
  wake() {
    this.#woken = true
    if (!this.#running) this.#next(this.#wakeMs)
  }

  /** Resolves when no turn is on its way. */
  async settled() {
    this.closed()
    await this.#running
  }

  #next(ms: number) {
    clearTimeout(this.#timer)
    if (!this.#socket) return
    this.#timer = setTimeout(
      () => {
        this.#running ??= this.#run()
      },
      Math.max(ms, this.#notBefore - performance.now()),
    ).unref()
  }

  async #run() {
    const { name, turn, idleMs } = this.#options
    this.#woken = false
    const pause = await this.#turn(turn).catch((err: unknown) => {
      this.#log.warn({ err, name }, 'a turn failed')
      return idleMs
    })
    if (pause !== null) this.#notBefore = performance.now() + pause
    this.#running = null
    this.#next(pause ?? (this.#woken ? this.#wakeMs : idleMs))
  }

  get #wakeMs() {
    return this.#options.wakeMs ?? restMs
  }

  async #turn(turn: RoundsOptions['turn']) {
    return this.#socket ? turn(this.#socket) : null
  }
}
