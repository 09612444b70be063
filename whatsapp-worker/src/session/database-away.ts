// Whether a query failed because Postgres is away for the moment, restarting, unreachable, full or in its own way, and not for what was asked.
// A pool that was ended by us is not away.

const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])

export function isDatabaseAway(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  // Postgres' own: connection exceptions, shutting down and starting up, no room (disk, memory, connections), deadlocks.
  return typeof code === 'string' && (connectionCodes.has(code) || /^(08|40|53|57P)/.test(code))
}
