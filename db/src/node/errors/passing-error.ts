// Which failures pass: Postgres is away for the moment, restarting, unreachable, short of something, or another transaction was in the way. What is asked
// again later may succeed; the rest would fail again.

/** Codes of the Postgres client and of Node for a connection that is not there; another attempt may succeed. */
const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  // By us: this process is about to end, and another will be asked.
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * Postgres' own: connection exceptions, a standby that may not write yet, deadlocks, no room (disk, memory, connections), locks that are not
 * given, shutting down and starting up, failures of the machine.
 */
const passingStates = /^(08|25006|40|53|55|57|58)/

export function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  return code !== null && (connectionCodes.has(code) || (isSqlState(code) && passingStates.test(code)))
}

/** What ended its own pool does not get another by waiting. */
export const isPoolEnded = (error: unknown): boolean => codeOf(error) === 'CONNECTION_ENDED'

/** The database answered, and would answer the same again: a value that it doesn't take, one that is too large for it, or a bug of ours. */
export function isRefusal(error: unknown): boolean {
  const code = codeOf(error)
  return code === null ? error instanceof Error : isSqlState(code) && !passingStates.test(code)
}

/** The code of the error itself or of what caused it, since Drizzle wraps what the client throws; null when neither has one. */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : codeOf(error.cause)
}

const isSqlState = (code: string) => /^[\dA-Z]{5}$/.test(code) && /\d/.test(code)
