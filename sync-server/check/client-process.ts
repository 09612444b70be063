// A client process as its parent sees it. After a kill the next one follows the same shapes, from what the last one stored.
import { fileURLToPath } from 'node:url'
import { startChild, type Child } from 'db/node/child.ts'
import { Failure } from './failure.ts'
import type { FromClient, ToClient } from './protocol.ts'
import type { ShapeSpec } from './shape-spec.ts'

export interface ClientSettings {
  name: string
  url: string
  folder: string
  onMessage(message: FromClient): void
  onFailure(failure: Failure): void
}

const file = fileURLToPath(new URL('client.ts', import.meta.url))

export class ClientProcess {
  readonly name: string
  private readonly settings: ClientSettings
  private readonly specs = new Map<string, ShapeSpec>()
  /** None between kill and restart. */
  private child: Child | null = null

  constructor(settings: ClientSettings) {
    this.name = settings.name
    this.settings = settings
  }

  follow(spec: ShapeSpec) {
    this.specs.set(spec.id, spec)
    this.send({ kind: 'follow', spec })
  }

  unfollow(id: string) {
    this.specs.delete(id)
    this.send({ kind: 'unfollow', id })
  }

  send(message: ToClient) {
    if (this.child?.process.connected) this.child.process.send(message)
  }

  /** Resolves when the next process runs. */
  async killAndRestart() {
    const killed = this.child
    this.child = null
    await killed?.kill('SIGKILL')
    this.start()
  }

  start() {
    const { url, folder, onMessage, onFailure } = this.settings
    const child = startChild(file, [url, folder], {})
    this.child = child
    child.process.on('message', (message) => onMessage(message as FromClient))
    child.onEnd((ending) => {
      if (this.child === child) onFailure(new Failure(`${this.name} ended by itself: ${ending}`))
    })
    for (const spec of this.specs.values()) this.send({ kind: 'follow', spec })
  }

  tail() {
    return this.child?.tail() ?? ''
  }
}
