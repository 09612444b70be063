// The real sync-server as a process that is killed with -9 and started again, on the same port and database.
// Invariant: at most one runs, and none outlives this process.
import { spawn, type ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fromRoot } from '../../scripts/paths.ts'
import { jwtSecret } from './device-session.ts'

export interface ServerSettings {
  database: { url: string; shapesUrl: string }
  port: number
  shapesFolder: string
}

const linesKept = 40
const running = new Set<ChildProcess>()

/** For the last moment of this process, when nothing can be waited for. */
export function killServers() {
  for (const child of running) child.kill('SIGKILL')
}

export class ServerProcess {
  private readonly settings: ServerSettings
  private child: ChildProcess | null = null
  private restarting: Promise<void> | null = null
  /** It lost its shapes once. */
  wasWiped = false
  /** What it printed last. */
  readonly lines: string[] = []

  constructor(settings: ServerSettings) {
    this.settings = settings
  }

  /** Resolves when it listens. */
  async start() {
    const { database, port, shapesFolder } = this.settings
    const child = spawn(process.execPath, [fromRoot('sync-server/src/main.ts')], {
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        SHAPES_DATABASE_URL: database.shapesUrl,
        PORT: String(port),
        JWT_SECRET: jwtSecret,
        SHAPES_DIR: shapesFolder,
        // A scope that changed is noticed with the next request.
        LONG_POLL_MS: '1000',
        CHUNK_BYTES: '4000',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.child = child
    running.add(child)
    child.once('exit', () => running.delete(child))
    await this.untilListening(child)
  }

  /** kill -9 and a start; resolves when it listens again. One at a time. */
  restart({ wipe }: { wipe: boolean }): Promise<void> {
    this.restarting ??= this.restartNow(wipe).finally(() => (this.restarting = null))
    return this.restarting
  }

  /** Resolves when no restart is under way. */
  async settled() {
    await this.restarting
  }

  async kill() {
    const { child } = this
    this.child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  private async restartNow(wipe: boolean) {
    await this.kill()
    this.wasWiped ||= wipe
    if (wipe) await rm(this.settings.shapesFolder, { recursive: true, force: true })
    await this.start()
  }

  private untilListening(child: ChildProcess): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) throw new Error('output is a pipe')
      createInterface({ input: stream }).on('line', (line) => {
        if (line.includes('listening')) resolve()
        this.lines.push(line)
        if (this.lines.length > linesKept) this.lines.shift()
      })
    }
    child.once('exit', (code) => reject(new Error(`the server ended (${code}) before it listened\n${this.tail()}`)))
    return promise
  }

  tail = () => this.lines.join('\n')
}
