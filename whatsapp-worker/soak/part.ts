// One process of the product that is killed with -9 and started again. Ending by itself is a failure of the run.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { startChild, type Child } from 'db/node/child.ts'
import { fromRoot } from '../../scripts/paths.ts'

export interface PartSettings {
  name: string
  file: string
  args?: readonly string[]
  /** Text of the line that says that it is ready. */
  ready: string
  env(): Record<string, string>
  onFailure(error: Error): void
  /** Where what it prints is kept. */
  logs: string | null
}

export class Part {
  readonly name: string
  readonly #settings: PartSettings
  #child: Child | null = null

  constructor(settings: PartSettings) {
    this.name = settings.name
    this.#settings = settings
  }

  /** Of the process that runs now. */
  get pid() {
    return this.#child?.process.pid
  }

  /** Resolves when it is ready. */
  async start() {
    const { name, file, args = [], ready, env, logs, onFailure } = this.#settings
    const child = startChild(fromRoot(file), args, env())
    this.#child = child
    const started = Promise.withResolvers<void>()
    child.onLine((line) => {
      if (line.includes(ready)) started.resolve()
      if (logs && line !== '') appendFileSync(join(logs, `${name}.log`), `${line}\n`)
    })
    child.onEnd((how) => {
      if (this.#child !== child) return started.resolve()
      const error = new Error(`${name} ended by itself (${how})\n${child.tail()}`)
      started.reject(error)
      onFailure(error)
    })
    await started.promise
  }

  async kill() {
    const child = this.#child
    this.#child = null
    await child?.kill('SIGKILL')
  }
}
