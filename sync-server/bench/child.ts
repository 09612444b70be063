// Processes and folders of a run: whatever way it ends, they end with it. What /proc says of a process.
import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const children = new Set<ChildProcess>()
const folders = new Set<string>()

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Node with as many open files as it may have: a socket for each of 10,000 clients. Stdout is a pipe. */
export function launch(args: readonly string[], env: Record<string, string>): ChildProcess {
  const child = spawn('sh', ['-c', 'ulimit -n "$(ulimit -H -n)"; exec "$@"', 'sh', process.execPath, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  children.add(child)
  child.on('exit', () => children.delete(child))
  return child
}

export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `balcao-bench-${name}-`))
  folders.add(folder)
  return folder
}

export async function removeFolder(folder: string) {
  await rm(folder, { recursive: true, force: true })
  folders.delete(folder)
}

/** KB that are in memory now, and the most that were since the start or `forgetPeak`. */
export async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1])
  return { now: field('VmRSS'), peak: field('VmHWM') }
}

export const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5')

const ticksPerSecond = 100
/** ms over which a process is watched, the share of a processor that counts as rest, and the most ms to wait for it. */
const restWindow = 500
const restShare = 0.25
const restWithin = 60_000

/** Resolves when the process has hardly anything to do, so that what follows is not measured with what came before. */
export async function atRest(pid: number): Promise<void> {
  const end = Date.now() + restWithin
  for (let before = await busyMs(pid); Date.now() < end;) {
    await delay(restWindow)
    const after = await busyMs(pid)
    if (after - before < restWindow * restShare) return
    before = after
  }
}

/** ms of processor that it has had. */
export async function busyMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // Fields are counted after the name in brackets: utime and stime are the 14th and 15th of all.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}
