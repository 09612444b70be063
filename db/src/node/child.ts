// Child processes of a check: what they print is kept for its report, and none outlives this process.
import { fork, type ChildProcess } from 'node:child_process'

export interface Child {
  process: ChildProcess
  /** Resolves with how it ended. */
  exited: Promise<string>
  /** The last that it printed. */
  tail(): string
  onEnd(listener: (how: string) => void): void
  /** Calls back on every line of its output. */
  onLine(listener: (line: string) => void): void
  /** Resolves when it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>
}

const tailLength = 8000
const preload = new URL('end-with-parent.ts', import.meta.url).href
const running = new Set<ChildProcess>()

export function startChild(file: string, args: readonly string[], env: Record<string, string>): Child {
  const child = fork(file, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', preload],
  })
  running.add(child)
  let tail = ''
  const listeners: ((line: string) => void)[] = []
  const print = (chunk: Buffer) => {
    const text = chunk.toString('utf8')
    tail = (tail + text).slice(-tailLength)
    for (const line of text.split('\n')) for (const listener of listeners) listener(line)
  }
  child.stdout?.on('data', print)
  child.stderr?.on('data', print)
  // Sending to one that is just dying.
  child.on('error', () => {})
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(child)
      resolve(signal ?? `exit code ${code}`)
    })
  })
  return {
    process: child,
    exited,
    tail: () => tail,
    onEnd(listener) {
      child.once('exit', (code, signal) => listener(signal ?? `exit code ${code}`))
    },
    onLine: (listener) => listeners.push(listener),
    async kill(signal) {
      child.kill(signal)
      await exited
    },
  }
}

/** For the last moment of this process, when nothing can be waited for. */
export function killChildren() {
  for (const child of running) child.kill('SIGKILL')
}
