// A throw-away Postgres that can be killed and started again at the same address.
import { readFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase, startEmbeddedPostgres } from 'db/node/embedded-postgres.ts'

const database = 'shapes_check'
/** ms. After a kill -9 its orphans hold on to the shared memory until they notice. */
const startsWithin = 20_000
/** Of 10 ms. */
const mostWaits = 500

export class PostgresProcess {
  readonly url: string
  private readonly folder: string
  private readonly port: number
  private up = Promise.withResolvers<void>()

  constructor(folder: string, port: number) {
    this.folder = folder
    this.port = port
    this.url = `postgres://balcao:balcao@127.0.0.1:${port}/${database}`
  }

  /** Resolves while it answers. */
  async running() {
    return this.up.promise
  }

  async start() {
    // The last of several settings counts: this port, not the one that was chosen there.
    const flags = [`port=${this.port}`, 'logical_decoding_work_mem=64kB']
    for (const end = Date.now() + startsWithin; ;) {
      try {
        await startEmbeddedPostgres(this.folder, flags)
        break
      } catch (error) {
        if (Date.now() > end) throw new Error('Postgres does not start', { cause: error })
        await delay(50)
      }
    }
    const address = (name: string) => this.url.replace(/[^/]+$/, name)
    await createDatabase({ url: address, stop: async () => {} }, database)
    this.up.resolve()
  }

  /** SIGKILL of the postmaster, or SIGINT, the fast shutdown. Resolves when it is gone. */
  async stop(signal: 'SIGKILL' | 'SIGINT') {
    this.up = Promise.withResolvers<void>()
    const pid = pidOf(await readFile(pidFile(this.folder), 'utf8'))
    process.kill(pid, signal)
    while (isAlive(pid)) await delay(5)
  }

  /** For the last moment of this process, when nothing else can be waited for. SIGQUIT takes its children along. */
  killNow() {
    const file = pidFile(this.folder)
    try {
      process.kill(pidOf(readFileSync(file, 'utf8')), 'SIGQUIT')
    } catch {
      return
    }
    const clock = new Int32Array(new SharedArrayBuffer(4))
    for (let waits = 0; existsSync(file) && waits < mostWaits; waits++) Atomics.wait(clock, 0, 0, 10)
  }
}

const pidFile = (folder: string) => join(folder, 'data', 'postmaster.pid')
const pidOf = (text: string) => {
  const pid = Number.parseInt(text, 10)
  if (!(pid > 1)) throw new Error('no postmaster.pid')
  return pid
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
