// The engine as its supervisor sees it: started again whenever it could not start; if it ends by itself when it was active, that is a failure.
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { startChild, type Child } from 'db/node/child.ts'
import { Failure } from './failure.ts'

export interface EngineSettings {
  databaseUrl: string
  port: number
  folder: string
  slot: string
  /** There are others. */
  peers: boolean
  onFailure(failure: Failure): void
}

const file = fileURLToPath(new URL('../shapes/src/main.ts', import.meta.url))
/** ms */
const startsWithin = 120_000
const betweenStarts = 100

export class EngineProcess {
  readonly name = 'engine'
  private readonly settings: EngineSettings
  private child: Child | null = null
  private last: Child | null = null
  /** Counts kills and starts, so that only the latest start goes on. */
  private generation = 0

  constructor(settings: EngineSettings) {
    this.settings = settings
  }

  /** Resolves when it serves, or when it was killed meanwhile. */
  async start() {
    const generation = ++this.generation
    for (const end = Date.now() + startsWithin; generation === this.generation;) {
      const child = this.launch()
      this.child = child
      this.last = child
      const active = Promise.withResolvers<string>()
      child.onLine((line) => line.includes('shapes active') && active.resolve(''))
      const ending = await Promise.race([active.promise, child.exited])
      if (generation !== this.generation) return
      if (ending === '') return this.watch(child)
      if (Date.now() > end) throw new Failure(`the engine does not start: ${ending}`)
      await delay(betweenStarts)
    }
  }

  /** Resolves when it is gone. */
  async stop(signal: 'SIGTERM' | 'SIGKILL') {
    this.generation++
    const { child } = this
    this.child = null
    await child?.kill(signal)
  }

  get port() {
    return this.settings.port
  }

  /** What the last one printed. */
  tail() {
    return this.last?.tail() ?? ''
  }

  private launch() {
    const { databaseUrl, port, folder, slot, peers } = this.settings
    return startChild(file, [], {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      SHAPES_DIR: folder,
      SLOT: slot,
      PEERS: peers ? '1' : '0',
      PUBLICATION: 'shapes_check',
      LONG_POLL_MS: '1000',
      CHUNK_BYTES: '20000',
      // Erases while everything else goes on.
      WATCH_MS: '100',
      ERASE_MS: '100',
      LOG_LEVEL: 'warn',
    })
  }

  private watch(child: Child) {
    child.onEnd((ending) => {
      if (this.child !== child) return
      this.settings.onFailure(new Failure(`the engine ended by itself: ${ending}`))
    })
  }
}
