// A throw-away Postgres that can be killed and started again at the same address, for checks of what survives that.
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase, startEmbeddedPostgres } from './embedded-postgres.ts'
import { keptPassword, superuserUrl } from './embedded-superuser.ts'

/** ms. After a kill -9 its orphans hold on to the shared memory until they notice. */
const startsWithin = 20_000
/** How many waits of 10 ms `killNow` makes at most for Postgres to be gone. */
const mostWaits = 500

export class PostgresProcess {
  /** URL of the database, as its superuser. */
  readonly url: string
  private readonly folder: string
  private readonly flags: readonly string[]
  private readonly port: number
  private readonly database: string
  private up = Promise.withResolvers<void>()

  constructor(folder: string, port: number, { database, flags }: { database: string; flags: readonly string[] }) {
    this.folder = folder
    this.database = database
    this.flags = flags
    this.port = port
    this.url = superuserUrl(port, keptPassword(folder), database)
  }

  /** Resolves while it answers. */
  async running() {
    return this.up.promise
  }

  async start() {
    for (const end = Date.now() + startsWithin; ;) {
      try {
        await startEmbeddedPostgres(this.folder, this.flags, this.port)
        break
      } catch (error) {
        if (Date.now() > end) throw new Error('Postgres does not start', { cause: error })
        await delay(50)
      }
    }
    const address = (name: string) => this.url.replace(/[^/]+$/, name)
    await createDatabase({ url: address }, this.database)
    this.up.resolve()
  }

  /** Of the postmaster and its children, which come and go. */
  pids(): number[] {
    const pid = pidOf(readFileSync(pidFile(this.folder), 'utf8'))
    return [pid, ...childrenOf(pid)]
  }

  /** SIGKILL of the postmaster and all its children, or SIGINT, the fast shutdown. Resolves when it is gone. */
  async stop(signal: 'SIGKILL' | 'SIGINT') {
    this.up = Promise.withResolvers<void>()
    const pid = pidOf(await readFile(pidFile(this.folder), 'utf8'))
    const children = signal === 'SIGKILL' ? childrenOf(pid) : []
    process.kill(pid, signal)
    for (const child of children) killIfAlive(child)
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

function childrenOf(parent: number) {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines.flatMap((line) => {
    const [pid = 0, ppid] = line.trim().split(/\s+/).map(Number)
    return ppid === parent ? [pid] : []
  })
}

/** One that saw its parent's end may be gone already. */
function killIfAlive(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
