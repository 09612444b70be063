// Kills the parts of the plan with -9, one after the other, and mends each. After a worker's death the other one has to run all its
// connections; how long that took is measured from the kill to the new session's CONNECTED.
import { setTimeout as delay } from 'node:timers/promises'
import type { Kill, Killable } from './plan.ts'
import { persistently } from './persistently.ts'
import type { Worker } from './worker.ts'
import type { World } from './world.ts'

export interface Killed<Part extends string = Killable> {
  counts: Map<Part, number>
  /** ms, one for each connection of a killed worker. */
  takeovers: number[]
}

/** After that the run has failed anyway. */
const givenUpMs = 90_000

export interface Killing<Part extends string> {
  kills: Iterable<Kill<Part>>
  /** Kills the part and mends it; says what it saw. */
  carryOut(kill: Kill<Part>, killed: Killed<Part>): Promise<string>
  signal: AbortSignal
  say(text: string): void
}

export async function killParts<Part extends string>({ kills, carryOut, signal, say }: Killing<Part>) {
  const killed: Killed<Part> = { counts: new Map(), takeovers: [] }
  for (const kill of kills) {
    await delay(kill.pauseMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) break
    killed.counts.set(kill.part, (killed.counts.get(kill.part) ?? 0) + 1)
    say(await carryOut(kill, killed))
  }
  return killed
}

/** Of a world with one server. */
export const carryOutIn =
  (world: World): Killing<Killable>['carryOut'] =>
  async ({ part, downMs }, killed) => {
    const started = performance.now()
    const took = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
    if (part === 'worker') {
      const { name, times } = await killWorker(world)
      killed.takeovers.push(...times)
      return `${name} killed; taken over after ${times.map((ms) => (ms / 1000).toFixed(1)).join(', ') || '–'} s`
    }
    if (part === 'server') {
      const [server] = world.servers
      await server?.kill()
      await delay(downMs)
      await server?.start()
    } else {
      await world.postgres.stop('SIGKILL')
      await delay(downMs)
      await world.postgres.start()
    }
    return `${part} killed; back after ${took()}`
  }

/** The one with most connections, which the other has to take over. */
export async function killWorker(world: World) {
  const [busiest] = (await persistently(() => leasesByWorker(world))).toSorted((a, b) => b.held.length - a.held.length)
  if (!busiest) throw new Error('two workers')
  const { worker, held } = busiest
  const before = await persistently(() => connectedAt(world, held))
  const from = performance.now()
  await worker.kill()
  const times = await Promise.all(
    held.map((id) => untilTakenOver(world, { id, owner: worker.owner, connectedAt: before.get(id) ?? '' }, from)),
  )
  await worker.start()
  return { name: worker.name, times }
}

async function leasesByWorker({ db, workers }: World): Promise<{ worker: Worker; held: string[] }[]> {
  const rows = await db.sql<{ id: string; owner: string }[]>`
    select connection_id as id, owner from connection_leases where expires_at > now()`
  return workers.map((worker) => ({
    worker,
    held: rows.filter(({ owner }) => owner === worker.owner).map(({ id }) => id),
  }))
}

/** By whatever clock the owner has. */
async function connectedAt({ db }: World, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.sql<{ id: string; at: string | null }[]>`
    select id, connected_at::text as at from connections where id = any(${[...ids]})`
  return new Map(rows.map(({ id, at }) => [id, at ?? '']))
}

interface Before {
  id: string
  owner: string
  connectedAt: string
}

async function untilTakenOver({ db }: World, { id, owner, connectedAt: at }: Before, from: number) {
  for (;;) {
    const ms = performance.now() - from
    // A new session says OPENING before it says CONNECTED, and writes anew since when.
    const [row] = await persistently(
      () => db.sql`
        select from connection_leases l join connections c on c.id = l.connection_id
        where c.id = ${id} and l.owner <> ${owner} and c.status = 'CONNECTED' and c.connected_at::text <> ${at}`,
    )
    if (row) return ms
    if (ms > givenUpMs) throw new Error(`nobody took over connection ${id}`)
    await delay(50)
  }
}
