// The clients' process as the figures use it.
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { launch } from './child.ts'
import type { ShapeQuery } from './shape-reader.ts'
import type { Order, Report } from './waiters.ts'

/** Milliseconds of `now()`. */
export interface Span {
  from: number
  to: number
}

/** Electric's published figures are of so many at once. */
const connections = 50

export class WaiterProcess {
  private readonly port: number
  private readonly child = launch([fileURLToPath(new URL('waiters.ts', import.meta.url))], {})
  private readonly pending = new Map<number, PromiseWithResolvers<Span>>()
  private orders = 0
  private expected = 0
  private failure: Error | null = null

  constructor(port: number) {
    this.port = port
    this.child.on('message', (report: Report) => this.settle(report))
    this.child.on('exit', () => this.fail(new Error('the clients have ended')))
  }

  /** How long it took from the first request until the last shape was read. */
  read(shapes: ShapeQuery[]): Promise<Span> {
    return this.order({ type: 'read', port: this.port, shapes, connections })
  }

  /** Each shape is held open by so many clients from now on. */
  async follow(shapes: ShapeQuery[], each = 1): Promise<void> {
    await this.order({ type: 'follow', port: this.port, shapes, connections, each })
  }

  /** Resolves to when the clients had got so many more changes than were expected before; call it before the changes are made. */
  async receive(changes: number): Promise<number> {
    this.expected += changes
    return (await this.order({ type: 'await', changes: this.expected })).to
  }

  async stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    this.child.removeAllListeners('exit')
    const ended = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await ended
  }

  private order(order: Order): Promise<Span> {
    if (this.failure) return Promise.reject(this.failure)
    const id = this.orders++
    const done = Promise.withResolvers<Span>()
    this.pending.set(id, done)
    this.child.send({ id, order })
    return done.promise
  }

  private settle(report: Report) {
    // A client that fell out would make every figure too good.
    if ('error' in report) return this.fail(new Error(report.error))
    this.pending.get(report.id)?.resolve(report)
    this.pending.delete(report.id)
  }

  private fail(error: Error) {
    this.failure ??= error
    for (const { reject } of this.pending.values()) reject(error)
    this.pending.clear()
  }
}
