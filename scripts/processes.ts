// The processes of one machine: started in order, stopped in reverse, each in a process group of its own so that
// Ctrl-C reaches only the parent, which then stops them one after the other. They end by themselves when the parent is gone.
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { compileCache, fromRoot } from './paths.ts'

type OnExit = (name: string, code: number | null) => void

interface Start {
  name: string
  file: string
  /** Text of the line that says that it is ready. */
  ready: string
  env: Record<string, string>
  watch: boolean
  onExit: OnExit
  /** Gets every line of stdout and stderr, which are printed otherwise. */
  onLine?: (line: string) => void
  /** Gets what the process tells its parent. */
  onMessage?: (message: unknown) => void
}

export interface Processes {
  /** Resolves with the process's `ready` line. */
  start(options: Start): Promise<string>
  startPostgres(folder: string): Promise<{ url: string }>
  startVite(options: { port: string; apiPort: string; onExit: OnExit }): Promise<string>
  stopAll(): Promise<void>
}

export function createProcesses(): Processes {
  const running: ChildProcess[] = []

  const launch = (
    args: string[],
    env: Record<string, string>,
    { cwd, stderr = 'inherit' }: { cwd?: string; stderr?: 'inherit' | 'pipe' } = {},
  ) => {
    const child = spawn(process.execPath, args, {
      // TypeScript is stripped and compiled once, not at each start.
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
      stdio: ['ignore', 'pipe', stderr, 'ipc'],
      detached: true,
      ...(cwd && { cwd }),
    })
    running.push(child)
    return child
  }

  return {
    start({ file, env, watch, ...told }) {
      const stderr = told.onLine ? 'pipe' : 'inherit'
      const child = launch([...(watch ? ['--watch', '--watch-preserve-output'] : []), file], env, { stderr })
      if (told.onMessage) child.on('message', told.onMessage)
      return untilLine(child, told)
    },
    startVite({ port, apiPort, onExit }) {
      const vite = fromRoot('web/node_modules/vite/bin/vite.js')
      const child = launch([vite, '--port', port, '--strictPort'], { API_PORT: apiPort }, { cwd: fromRoot('web') })
      return untilLine(child, { name: 'vite', ready: 'Local:', onExit })
    },
    startPostgres(folder) {
      const child = launch([fromRoot('db/src/node/postgres/postgres-main.ts'), folder], {})
      return new Promise((resolve, reject) => {
        child.on('message', (message) => resolve(message as { url: string }))
        child.on('exit', (code) => reject(new Error(`Postgres ended (${code}) before it was ready`)))
      })
    },
    async stopAll() {
      for (const child of running.toReversed()) await stop(child)
    },
  }
}

/** What is asked to do one thing does not go on when who asked has ended. */
export function endWithParent(child: ChildProcess): void {
  const end = () => void child.kill()
  process.once('exit', end)
  child.once('close', () => process.off('exit', end))
}

/** Its `ready` line; what it says else is passed on. */
const untilLine = (
  child: ChildProcess,
  {
    name,
    ready,
    onExit,
    onLine = (line) => console.log(`${name}: ${line}`),
  }: Pick<Start, 'name' | 'ready' | 'onExit' | 'onLine'>,
) =>
  new Promise<string>((resolve, reject) => {
    if (!child.stdout) throw new Error('stdout is a pipe')
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes(ready)) resolve(line)
      else onLine(line)
    })
    if (child.stderr) createInterface({ input: child.stderr }).on('line', onLine)
    child.on('exit', (code) => {
      reject(new Error(`${name} ended (${code}) before it was ready`))
      onExit(name, code)
    })
  })

function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise<void>((resolve) => {
    child.on('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
