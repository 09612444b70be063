// The worker's log: JSON lines on stdout. Invariant: ids, states, codes and counts only; no bodies, names, numbers or keys.
import { pino, type Logger } from 'pino'

export type Log = Logger

export function createLogger(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorOf } })
}

/** Message and origin; a driver's error also carries the query's parameters, which are customers' data. */
export function errorOf(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code } = error as { code?: unknown }
  return { message: error.message, stack: error.stack, ...(typeof code === 'string' && { code }) }
}
