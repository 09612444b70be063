// The end of a command: 0 or what it set as its code, or 1 with what is wrong in one line. Said at once: the embedded Postgres' own hooks at the end would make it 0.
export async function endWith(run: () => Promise<unknown>): Promise<never> {
  try {
    await run()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
  process.exit(process.exitCode ?? 0)
}
