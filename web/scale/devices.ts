// The devices' processes from outside: what arrives at all of them together.
import { startChild, type Child } from 'db/node/child.ts'
import { fromRoot } from '../../scripts/paths.ts'
import type { Order, Told } from './device-process.ts'

export class Devices {
  readonly children: readonly Child[]
  /** How often something went wrong, by what it was. */
  readonly troubles = new Map<string, number>()
  private arrived: number[] = []

  constructor(processes: number) {
    const file = fromRoot('web/scale/device-process.ts')
    this.children = Array.from({ length: processes }, () => startChild(file, [], {}))
  }

  /** Resolves when all of them have everything. @throws Error when one can't log in or its process ends. */
  async open({ emails, ...order }: Order): Promise<void> {
    const share = Math.ceil(emails.length / this.children.length)
    await Promise.all(
      this.children.map((child, n) =>
        this.openShare(child, { ...order, emails: emails.slice(n * share, (n + 1) * share) }),
      ),
    )
  }

  get arrivedCount() {
    return this.arrived.length
  }

  /** ms of each arrival since the last time. */
  takeArrivals(): number[] {
    const taken = this.arrived
    this.arrived = []
    return taken
  }

  private openShare(child: Child, order: Order): Promise<void> {
    const current = Promise.withResolvers<void>()
    child.onEnd((how) => {
      const ended = `a process of them ended (${how})\n${child.tail()}`
      this.troubles.set(ended, 1)
      current.reject(new Error(ended))
    })
    child.process.on('message', (message) => {
      const told = message as Told
      if (told.kind === 'current') current.resolve()
      else if (told.kind === 'failed') current.reject(new Error(told.reason))
      else this.note(told)
    })
    child.process.send(order)
    return current.promise
  }

  private note({ ms, troubles }: Extract<Told, { kind: 'arrived' }>) {
    for (const one of ms) this.arrived.push(one)
    for (const [what, count] of Object.entries(troubles))
      this.troubles.set(what, (this.troubles.get(what) ?? 0) + count)
  }
}
