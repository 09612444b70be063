import type { Shape } from '../shape.ts'
import { writtenLsn } from '../stream/lsn.ts'
import type { ShapeRelation } from './graph.ts'
import type { Job } from './jobs.ts'
import type { Storage } from './storage.ts'

interface Logs {
  shapes: ReadonlyMap<Shape, ShapeRelation>
  /** Characters of each. */
  bytes: Map<Shape, number>
}

/** The longest logs lose their beginnings: new clients of those start with another snapshot anyway. */
export function* trimLogs(storage: Storage, { shapes, bytes }: Logs, excess: number): Job {
  let left = excess
  for (const [shape] of [...bytes].toSorted(([, a], [, b]) => b - a)) {
    const relation = shapes.get(shape)
    for (
      let page = oldestOf(storage, relation);
      relation && left > 0 && page.length > 0;
      page = oldestOf(storage, relation)
    ) {
      const { lsn } = page.at(-1) ?? { lsn: 0n }
      const dropped = page.reduce((sum, one) => sum + one.bytes, 0)
      storage.deleteUpTo(relation.id, lsn)
      shape.route.droppedTo = lsn
      storage.setNode(relation.id, { isBuilt: true, droppedTo: writtenLsn(lsn) })
      bytes.set(shape, Math.max(0, (bytes.get(shape) ?? 0) - dropped))
      left -= dropped
      yield
    }
  }
}

const oldestOf = (storage: Storage, relation: ShapeRelation | undefined) =>
  relation ? storage.oldest(relation.id) : []
