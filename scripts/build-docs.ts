// Builds the documentation's site when its sources are newer than the last build. `--force`: in any case.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, statSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fromRoot } from './paths.ts'
import { endWithParent } from './processes.ts'

const built = fromRoot('docs/.vitepress/dist/index.html')

/** Beside everything else: whoever waits for something else goes first. @throws Error when it can't be built */
export async function buildDocs({ force = false } = {}) {
  const sources = globSync(['docs/**/*.{md,png,webp}', 'docs/.vitepress/*.ts'], { cwd: fromRoot('.') })
  const newest = Math.max(...sources.map((path) => statSync(fromRoot(path)).mtimeMs))
  if (!force && existsSync(built) && statSync(built).mtimeMs > newest) return
  const vitepress = fromRoot('node_modules/vitepress/bin/vitepress.js')
  const build = spawn(process.execPath, [vitepress, 'build', 'docs'], {
    cwd: fromRoot('.'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithParent(build)
  if (build.pid !== undefined && !force) setPriority(build.pid, 19)
  const said: Buffer[] = []
  for (const stream of [build.stdout, build.stderr]) stream.on('data', (part: Buffer) => said.push(part))
  const [status] = await once(build, 'close')
  if (status !== 0) throw new Error(`The documentation could not be built.\n${Buffer.concat(said).toString()}`)
}

if (import.meta.main) await buildDocs({ force: process.argv.includes('--force') })
