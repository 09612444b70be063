// The log of server and worker: JSON lines on stdout. Invariant: ids, states, codes and counts only; nothing that a customer or an attendant
// wrote, no names, numbers or keys, at any level.
import { pino, type Logger } from 'pino'
import { errorForLog } from './errors/error-for-log.ts'

export type Log = Logger

export function createLogger(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => errorForLog(error) },
    hooks: {
      logMethod([first, ...rest], log) {
        // Its message would become the line's.
        if (typeof first === 'object' && first instanceof Error) log.call(this, { err: first }, 'error')
        else log.call(this, first, ...rest)
      },
    },
  })
}

const methods = ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const

/**
 * Libraries print what went wrong, with whatever it went wrong with. From now on the log says that something was printed, where, and of which
 * error. Our own lines go to stdout by themselves (`say`).
 */
export function takeOverConsole(log: Log): void {
  for (const method of methods) {
    console[method] = (...args: unknown[]) => {
      const [, , at] = new Error('printed').stack?.split('\n') ?? []
      const err = args.find((each) => each instanceof Error)
      log.warn({ ...(err && { err }), at: at?.trim() }, 'a library printed something')
    }
  }
}

/** A line for whoever started the process, at every log level. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
