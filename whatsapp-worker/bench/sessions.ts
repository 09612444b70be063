// Many sessions in one worker: how soon all are back after a restart, and what each weighs under traffic.
import { inboundRate } from './inbound.ts'
import { outboundRate } from './outbound.ts'
import { untilStatus, type World } from './world.ts'

/** Seconds from the start of a worker's process until all its connections are CONNECTED. */
export async function reopenSeconds({ worker, db, lines }: World): Promise<number> {
  await worker.stop()
  const ids = lines.map(({ connectionId }) => connectionId)
  // Stopped ones say OPENING.
  await untilStatus(db, ids, 'OPENING')
  const started = performance.now()
  await worker.start()
  await untilStatus(db, ids, 'CONNECTED')
  return (performance.now() - started) / 1000
}

/** MB for each session, after traffic both ways on all of them; `empty` is the worker without any. */
export async function memoryPerSession(world: World, empty: number): Promise<number> {
  await inboundRate(world, world.lines)
  await outboundRate(world, world.lines)
  return (world.worker.memory() - empty) / world.lines.length
}
