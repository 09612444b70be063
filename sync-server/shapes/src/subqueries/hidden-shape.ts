import { Shape, type ShapeDefinition } from '../shape.ts'
import { Moment, type MomentRecord } from '../snapshot/moment.ts'
import { lsnOf, type Lsn, type WrittenLsn } from '../stream/lsn.ts'
import type { SubqueriesOptions } from './options.ts'

/** A source's rows as a shape that nobody asks for. `kept`: what is remembered of it; null: it begins at `head`. */
export function hiddenShape(
  { routes, snapshotFile }: SubqueriesOptions,
  handle: string,
  definition: ShapeDefinition,
  kept: object | null,
  head: Lsn,
): Shape {
  const { start, moment = null } = (kept ?? {}) as { start?: WrittenLsn; moment?: MomentRecord | null }
  const shape = new Shape(definition, {
    handle,
    snapshot: snapshotFile(handle),
    start: start === undefined ? head : lsnOf(start),
    route: (one) => routes.add(one),
  })
  if (kept) shape.ready()
  shape.moment = moment && new Moment(moment)
  return shape
}
