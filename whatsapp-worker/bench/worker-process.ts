// The worker that is measured: started, stopped as a deployment does it, and weighed.
import { execFileSync } from 'node:child_process'
import { startChild, type Child } from 'db/node/child.ts'
import { compileCache, fromRoot } from '../../scripts/paths.ts'

export class WorkerProcess {
  readonly #env: Record<string, string>
  #child: Child | null = null

  constructor(env: Record<string, string>) {
    this.#env = env
  }

  /** Resolves when it is ready. */
  async start() {
    // As scripts/processes.ts starts it.
    const env = { NODE_COMPILE_CACHE: compileCache, ...this.#env }
    const child = startChild(fromRoot('whatsapp-worker/src/main.ts'), [], env)
    this.#child = child
    const ready = Promise.withResolvers<void>()
    child.onLine((line) => line.includes('worker ready') && ready.resolve())
    child.onEnd((how) => ready.reject(new Error(`the worker ended (${how})\n${child.tail()}`)))
    await ready.promise
  }

  /** Gives its connections back first. */
  async stop() {
    await this.#child?.kill('SIGTERM')
    this.#child = null
  }

  get pid() {
    return this.#child?.process.pid
  }

  /** What it printed last. */
  tail() {
    return this.#child?.tail() ?? ''
  }

  /** Resident memory, MB. */
  memory() {
    const pid = this.#child?.process.pid
    const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
    return Number(kilobytes.trim()) / 1024
  }
}
