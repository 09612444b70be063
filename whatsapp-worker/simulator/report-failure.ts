// Failures of the simulator itself, which nobody awaits. Not through the console: main.ts keeps that silent.

export function reportFailure(what: string, error: unknown) {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`simulator: ${what}: ${detail}\n`)
}
