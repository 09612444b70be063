// Which client follows which shape, and which refetches they may have. A handle may only be lost when its table was truncated or
// altered in this round, or when a fault came while its snapshot was still being fetched.
import type { ClientProcess } from './client-process.ts'
import { Failure } from './failure.ts'
import type { FromClient } from './protocol.ts'
import { describeShape, type ShapeSpec } from './shape-spec.ts'

export interface FollowedShape {
  spec: ShapeSpec
  client: ClientProcess
  /** Its client has all of it stored. */
  isReady: boolean
  /** A fault came before it was ready. */
  isExcused: boolean
}

export class Followed {
  readonly shapes = new Map<string, FollowedShape>()
  /** By cause. */
  readonly refetches = new Map<string, number>()
  /** Tables that were truncated or altered in this round, and how. */
  readonly changedTables = new Map<string, string>()
  private faults = 0

  add(spec: ShapeSpec, client: ClientProcess) {
    this.shapes.set(spec.id, { spec, client, isReady: false, isExcused: this.faults > 0 })
    client.follow(spec)
  }

  delete(id: string) {
    this.shapes.get(id)?.client.unfollow(id)
    this.shapes.delete(id)
  }

  /** Runs a fault of engine or Postgres. */
  async during(fault: () => Promise<void>) {
    this.faults++
    for (const shape of this.shapes.values()) shape.isExcused ||= !shape.isReady
    await fault()
    this.faults--
  }

  /** @throws Failure for a refetch without cause. */
  take(message: FromClient) {
    const shape = this.shapes.get(message.id)
    // Said before its client knew that it is not followed any more.
    if (!shape) return
    if (message.kind === 'failed') throw new Failure(`${message.message}\n${this.nameOf(shape)}`)
    if (message.kind === 'ready') Object.assign(shape, { isReady: true, isExcused: false })
    if (message.kind === 'refetch') this.refetch(shape, message.handle)
  }

  nameOf({ spec, client }: FollowedShape) {
    return `${client.name}, ${describeShape(spec)}`
  }

  private refetch(shape: FollowedShape, handle: string) {
    const { table, behind } = shape.spec
    const changed = [table, ...behind].map((name) => this.changedTables.get(name)).find((one) => one !== undefined)
    const cause = changed ?? (shape.isExcused ? 'fault during snapshot' : null)
    if (cause === null) throw new Failure(`the handle was lost, the next is ${handle}\n${this.nameOf(shape)}`)
    this.refetches.set(cause, (this.refetches.get(cause) ?? 0) + 1)
    shape.isReady = false
  }
}
