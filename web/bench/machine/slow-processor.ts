// A browser with part of the processors' time, all its threads: what browsers' tools slow down is a page's main thread alone, and the local
// database has one of its own. By control groups, so of Linux and its root.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { descendants } from '../../e2e/engines/at-rest.ts'
import { browserProcesses } from './browser-processes.ts'

/** Short, so that it is slow all the time, and not in turns fast and asleep. */
const periodUs = 5000
const groups = '/sys/fs/cgroup'
const prefix = 'balcao-bench-'

/** `times` slower than this machine. @throws Error where control groups can't be made */
export async function slowDown(context: BrowserContext, times: number) {
  const quotaUs = Math.round((periodUs * availableParallelism()) / times)
  const group = await makeGroup(quotaUs)
  const root = (await browserProcesses(context)).find(({ type }) => type === 'browser')?.id
  if (root === undefined) throw new Error('a browser has a process')
  for (const pid of [root, ...(await descendants(root))]) {
    // Gone meanwhile.
    await writeFile(join(group, 'cgroup.procs'), String(pid)).catch(() => undefined)
  }
}

async function makeGroup(quotaUs: number) {
  const isFirst = existsSync(join(groups, 'cpu'))
  const parent = join(groups, isFirst ? 'cpu' : '')
  // One can go when its last process has, which nobody waits for: those of runs before.
  const before = (await readdir(parent)).filter((name) => name.startsWith(prefix))
  await Promise.all(before.map((name) => rmdir(join(parent, name)).catch(() => undefined)))
  const group = join(parent, `${prefix}${randomUUID()}`)
  await mkdir(group)
  if (isFirst) {
    await writeFile(join(group, 'cpu.cfs_period_us'), String(periodUs))
    await writeFile(join(group, 'cpu.cfs_quota_us'), String(quotaUs))
  } else await writeFile(join(group, 'cpu.max'), `${quotaUs} ${periodUs}`)
  return group
}
