// A check in a world of its own: its folder and its processes end with it, and what failed says how to see it again.
import { rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killChildren } from 'db/node/child.ts'
import type { PostgresProcess } from 'db/node/postgres/postgres-process.ts'
import { startWorld, type World, type WorldOptions } from './world.ts'

interface Check extends Omit<WorldOptions, 'folder' | 'onPostgres'> {
  /** The command that makes the same run. */
  again: string
  /** Whether all held. */
  run(world: World): Promise<boolean>
}

/** Ends this process. */
export async function runCheck({ again, run, ...options }: Check): Promise<never> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-soak-'))
  // Postgres may run as another user.
  await chmod(folder, 0o755)
  if (options.logs) await mkdir(options.logs, { recursive: true })
  let postgres: PostgresProcess | null = null
  // Every way out leads through here, but kill -9 of this process: then its children end by themselves.
  process.on('exit', () => {
    killChildren()
    postgres?.killNow()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  console.log(again)
  try {
    const world = await startWorld({ ...options, folder, onPostgres: (started) => (postgres = started) })
    const passed = await Promise.race([run(world), world.failed])
    if (!passed) console.log(`FAILED; again: ${again}`)
    process.exit(passed ? 0 : 1)
  } catch (error) {
    console.error(`FAILED; again: ${again}\n${error instanceof Error ? error.stack : String(error)}`)
    process.exit(1)
  }
}
