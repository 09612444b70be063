// The end of a command: 0 or what it set as its code, or 1 with what is wrong in one line. Said at once: the embedded Postgres' own hooks at the end would make it 0.
// Invariant: of an error only what a log would say of it. Libraries' messages quote parameters of statements, addresses with passwords, pieces of files.
import { errorForLog } from '../db/src/node/errors/error-for-log.ts'

export async function endWith(run: () => Promise<unknown>): Promise<never> {
  try {
    await run()
  } catch (error) {
    console.error(problemOf(error))
    process.exit(1)
  }
  process.exit(process.exitCode ?? 0)
}

export function problemOf(error: unknown): string {
  if (error instanceof Error && isOfArguments(error)) return error.message
  const said = errorForLog(error)
  return said.message ?? JSON.stringify(said)
}

/** Names of options that somebody just typed; of what stood without one nothing is repeated. */
const isOfArguments = (error: Error & { code?: unknown }) =>
  error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE'
