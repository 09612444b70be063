// Child processes of a check: what they print is kept for its report, and none outlives this process.
import { fork, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

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
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (tail = (tail + text).slice(-tailLength)))
    // Whole ones, however the pipe cuts them.
    if (stream) createInterface(stream).on('line', (line) => listeners.forEach((listener) => listener(line)))
  }
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
