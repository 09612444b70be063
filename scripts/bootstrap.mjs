// `npm start` and `npm test` on a machine that has only Node >= 20 and npm: installs with a pinned pnpm, then runs
// `pnpm run NAME:installed`, whose scripts use the Node that the lockfile brings. Plain JavaScript, because the machine's Node may be old.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const pnpm = 'pnpm@12.21.0'
const root = fileURLToPath(new URL('..', import.meta.url))
const [name, ...rest] = process.argv.slice(2)
const [major] = process.versions.node.split('.')
if (Number(major) < 20) {
  console.error(`Node 20 or newer is needed; this is ${process.version}.`)
  process.exit(1)
}

const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
const run = (args) =>
  spawnSync(npx, ['--yes', pnpm, ...args], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })

const installed = run(['install', '--frozen-lockfile', '--reporter=append-only'])
if (installed.status !== 0) process.exit(installed.status ?? 1)

// Ctrl-C reaches the whole process group: stay, and let the child end in its own time.
process.on('SIGINT', () => {})
const { spawn } = await import('node:child_process')
const child = spawn(npx, ['--yes', pnpm, 'run', `${name}:installed`, ...rest], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
