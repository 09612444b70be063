// Waits until no page's worker computes. WebKitGTK crashes, with the tab, when a worker is ended inside of a function that WebAssembly called and that
// answers with 64 bits, as Postgres' do all the time (JSC::JSValue::toBigInt of nothing, decision 0037): its stories leave no page in that moment.
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const worker = 'WebCore: Worker'
const lookMs = 50
/** A worker that waits for a file or an answer goes on sooner. */
const looks = 5

interface Thread {
  parent: number
  isRunning: boolean
  /** Clock ticks that it had. */
  used: number
}

/** Resolves when no worker in the processes that `root` began, directly or not, computes. @throws Error after `patienceMs` */
export async function atRest(root: number, patienceMs: number): Promise<void> {
  let [before, same] = ['', 0]
  for (const end = Date.now() + patienceMs; Date.now() < end; await delay(lookMs)) {
    const threads = await workers(root)
    const now = JSON.stringify(threads)
    same = now === before && threads.every(({ isRunning }) => !isRunning) ? same + 1 : 0
    before = now
    if (same === looks) return
  }
  throw new Error('a worker computes without end')
}

async function workers(root: number): Promise<Thread[]> {
  const found = await Promise.all((await descendants(root)).map(workersOf))
  return found.flat()
}

async function workersOf(process: number): Promise<Thread[]> {
  const tasks = await readdir(`/proc/${process}/task`).catch(() => [])
  const threads = await Promise.all(tasks.map(async (task) => threadOf(`/proc/${process}/task/${task}/stat`, worker)))
  return threads.filter((thread) => thread !== undefined)
}

/** Processes that `root` began, directly or not. */
export async function descendants(root: number): Promise<number[]> {
  const numbers = (await readdir('/proc')).map(Number).filter((number) => number > 0)
  const parents = new Map<number, number>()
  await Promise.all(
    numbers.map(async (number) => parents.set(number, (await threadOf(`/proc/${number}/stat`))?.parent ?? 0)),
  )
  const isFrom = (number: number): boolean => number === root || (number > 1 && isFrom(parents.get(number) ?? 0))
  return numbers.filter(isFrom)
}

/** undefined: it is gone, or called otherwise. */
async function threadOf(path: string, name?: string): Promise<Thread | undefined> {
  const [, called, rest] = /\((.*)\) (.*)/s.exec(await readFile(path, 'utf8').catch(() => '')) ?? []
  if (rest === undefined || (name !== undefined && called !== name)) return undefined
  const [state, parent, , , , , , , , , , user, system] = rest.split(' ')
  return { parent: Number(parent), isRunning: state !== 'S', used: Number(user) + Number(system) }
}
