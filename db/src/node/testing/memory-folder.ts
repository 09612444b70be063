// Where tests keep what is gone after them: in memory, where the machine has the room. A database is eight hundred files, a browser's profile as many,
// and to make and remove those on a disk cost more than most of the tests (decision 0072).
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What Linux has in memory. */
const memory = '/dev/shm'

/** Far more than a run keeps at any time, so that nobody else runs short of it. */
const enough = 4 * 2 ** 30

/** By whose it is. */
const named = /^balcao-tmp-(\d+)-/

/** From now on the temporary folder of this process and of those that it starts. Returns what removes it. */
export function useMemoryFolder(): () => void {
  if (tmpdir().startsWith(`${memory}/`) || !hasRoom()) return () => {}
  sweep()
  const before = process.env['TMPDIR']
  const folder = mkdtempSync(join(memory, `balcao-tmp-${process.pid}-`))
  // Postgres, which is another user's where this is root's, passes through to what is its own inside.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  return () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A container may have some megabytes of it only. */
function hasRoom() {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= enough && process.availableMemory() >= 2 * enough
}

/** Of runs that were killed. */
function sweep() {
  for (const name of readdirSync(memory)) {
    const [, pid] = named.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(memory, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
