// The processes of one machine: started in order, stopped in reverse, each in a process group of its own so that
// Ctrl-C reaches only the parent, which then stops them one after the other. They end by themselves when the parent is gone.
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fromRoot } from './paths.ts'

type OnExit = (name: string, code: number | null) => void

interface Start {
  name: string
  file: string
  /** Text of the line that says that it is ready. */
  ready: string
  env: Record<string, string>
  watch: boolean
  onExit: OnExit
}

export interface Processes {
  /** Resolves when the process printed its `ready` line. */
  start(options: Start): Promise<void>
  startPostgres(folder: string): Promise<{ url: string }>
  startVite(options: { port: string; apiPort: string; onExit: OnExit }): Promise<void>
  stopAll(): Promise<void>
}

export function createProcesses(): Processes {
  const running: ChildProcess[] = []

  const launch = (args: string[], env: Record<string, string>, cwd?: string) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      detached: true,
      ...(cwd && { cwd }),
    })
    running.push(child)
    return child
  }

  const untilLine = (child: ChildProcess, name: string, ready: string, onExit: OnExit) =>
    new Promise<void>((resolve, reject) => {
      if (!child.stdout) throw new Error('stdout is a pipe')
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.includes(ready)) resolve()
        else console.log(`${name}: ${line}`)
      })
      child.on('exit', (code) => {
        reject(new Error(`${name} ended (${code}) before it was ready`))
        onExit(name, code)
      })
    })

  return {
    start({ name, file, ready, env, watch, onExit }) {
      const child = launch([...(watch ? ['--watch', '--watch-preserve-output'] : []), file], env)
      return untilLine(child, name, ready, onExit)
    },
    startVite({ port, apiPort, onExit }) {
      const vite = fromRoot('web/node_modules/vite/bin/vite.js')
      const child = launch([vite, '--port', port, '--strictPort'], { API_PORT: apiPort }, fromRoot('web'))
      return untilLine(child, 'vite', 'Local:', onExit)
    },
    startPostgres(folder) {
      const child = launch([fromRoot('db/src/node/postgres-main.ts'), folder], {})
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

function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise<void>((resolve) => {
    child.on('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
