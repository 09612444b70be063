// kill -9 of each part, and how long it takes until what somebody writes is on everybody's device again, as if nothing had been.
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from 'db/kit/new-id.ts'
import { killWorker, type Killed, type Killing } from '../../whatsapp-worker/soak/kills.ts'
import type { Part } from '../../whatsapp-worker/soak/part.ts'
import type { World } from '../../whatsapp-worker/soak/world.ts'
import type { DeviceWriter } from './device-writer.ts'
import type { Topology } from './service.ts'

export const parts = ['worker', 'server a', 'server b', 'engine a', 'engine b', 'bucket', 'postgres'] as const
export type PartName = (typeof parts)[number]

/** ms. After that the run has failed anyway. */
const givenUpAfter = 90_000

export interface Audience {
  writer: DeviceWriter
  /** All of the company, the writer's own too. */
  devices: readonly DeviceWriter[]
}

export interface Takeovers {
  /** ms, from the kill until a row that was written after it was on every device; by part. */
  readonly seen: Map<PartName, number[]>
}

export function killingOf(
  world: World,
  { servers, engines, bucket }: Topology,
  audience: Audience,
  takeovers: Takeovers,
): Killing<PartName>['carryOut'] {
  const processes = new Map<string, Part>([...servers, ...engines, bucket].map((part) => [part.name, part]))
  return async ({ part, downMs }, killed) => {
    const since = performance.now()
    const mended = mend(world, processes.get(part), part, downMs, killed)
    const seen = untilSeen(audience, since)
    const [what, ms] = await Promise.all([mended, seen])
    takeovers.seen.set(part, [...(takeovers.seen.get(part) ?? []), ms])
    return `${what}; what is written is on every device after ${(ms / 1000).toFixed(1)} s`
  }
}

async function mend(
  world: World,
  process: Part | undefined,
  name: PartName,
  downMs: number,
  killed: Killed<PartName>,
): Promise<string> {
  if (name === 'worker') {
    const { name: which, times } = await killWorker(world)
    killed.takeovers.push(...times)
    return `${which} killed, connections taken over after ${times.map((ms) => (ms / 1000).toFixed(1)).join(', ') || '–'} s`
  }
  if (process) {
    await process.kill()
    await delay(downMs)
    await process.start()
  } else {
    await world.postgres.stop('SIGKILL')
    await delay(downMs)
    await world.postgres.start()
  }
  return `${name} killed`
}

async function untilSeen({ writer, devices }: Audience, since: number): Promise<number> {
  // What is written before the part is dead says nothing.
  await delay(20)
  const name = `Marca ${newId()}`
  writer.mutate('tag.create', { id: newId(), name, color: '#336699', kanban: false })
  const others = devices.filter((device) => device !== writer)
  for (;;) {
    const ms = performance.now() - since
    const have = await Promise.all(others.map((device) => device.hasTag(name)))
    if (have.every(Boolean)) return ms
    if (ms > givenUpAfter) throw new Error(`${name} did not come to every device`)
    await delay(25)
  }
}
