// How a process ends that could not start. Node itself would print the error with all that it carries: settings, parameters of statements, answers.
import { createLogger } from './log.ts'
import { SettingsError } from './settings.ts'

/** What nobody caught ends this process with 1 and says what may be said of it. Call what it returns once the process looks after that itself. */
export function endOnFailure(): () => void {
  const end = (error: unknown) => {
    tellFailure(error)
    process.exit(1)
  }
  process.on('uncaughtException', end)
  return () => process.off('uncaughtException', end)
}

/** Wrong settings by their lines, anything else as the log has it. */
export function tellFailure(error: unknown): void {
  if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`)
  else createLogger('fatal').fatal({ err: error }, 'ended by an error')
}
