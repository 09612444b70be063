// The standalone engine as a child process: what `pnpm shapes` runs.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ChildProcess } from 'node:child_process'
import { freePort } from 'db/node/postgres/embedded-postgres.ts'
import { launch } from './child.ts'
import { now } from './figure.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export interface EngineProcess {
  port: number
  pid: number
  /** ms from the spawn until it served. */
  startedIn: number
  /** KB in memory after a full garbage collection; only of an engine that was started to be `collectable`. */
  collect(): Promise<number>
  /** SIGTERM lets it finish; SIGKILL does not. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** As `pnpm shapes` has it: what lives shortly is collected a little more often, and 70 MB less are taken for it. */
const heap = ['--max-semi-space-size=4']

interface Settings {
  env: Record<string, string>
  collectable?: boolean
}

export async function startEngine({ env, collectable = false }: Settings): Promise<EngineProcess> {
  const port = await freePort()
  const collecting = collectable ? ['--expose-gc', '--import', file('collect.ts')] : []
  const startedAt = now()
  const child = launch([...heap, ...collecting, file('../shapes/src/main.ts')], {
    LOG_LEVEL: 'warn',
    ...env,
    PORT: String(port),
  })
  await serving(child)
  const startedIn = now() - startedAt
  if (child.pid === undefined) throw new Error('the engine has no process')
  return {
    port,
    pid: child.pid,
    startedIn,
    async collect() {
      child.send('collect')
      const [kilobytes] = (await once(child, 'message')) as [number]
      return kilobytes
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

const serving = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    if (!child.stdout) throw new Error('stdout is a pipe')
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('shapes active')) resolve()
      // The log goes to stdout too: warnings are worth a look.
      else if (line.startsWith('{')) console.error(`  engine: ${line}`)
    })
    child.on('exit', (code) => reject(new Error(`the engine ended (${code}) before it served`)))
  })
