// A shape as its journal has it, and made again of that.
import { join } from 'node:path'
import { layoutsOf } from '../catalog.ts'
import { Offset } from '../offset.ts'
import { sourceOf } from '../peers/announcement.ts'
import { Route, type Routes } from '../routes.ts'
import { Shape, type ShapeDefinition } from '../shape.ts'
import type { ShapeRecord } from './shape-journal.ts'
import { Moment } from '../snapshot/moment.ts'
import { SnapshotFile } from '../snapshot/snapshot-file.ts'
import { laterOf, lsnOf, writtenLsn } from '../stream/lsn.ts'
import type { Subqueries } from '../subqueries/subqueries.ts'

export const hasSubqueries = ({ where }: ShapeDefinition) => where !== null && where.subqueries.length > 0

export function recordOf({ handle, definition, start, snapshot, route, floor }: Shape, moment: Moment): ShapeRecord {
  return {
    handle,
    ...sourceOf(definition),
    signature: layoutsOf(definition.tables),
    start: writtenLsn(start),
    moment: moment.record,
    ends: snapshot.chunkEnds,
    droppedTo: writtenLsn(route.droppedTo),
    ...(!floor.isVirtual && { floor: floor.toString() }),
  }
}

/** Null when what its subqueries need is not kept. */
export async function restore(
  dir: string,
  record: ShapeRecord,
  definition: ShapeDefinition,
  { routes, subqueries }: { routes: Routes; subqueries: Subqueries },
): Promise<Shape | null> {
  const { handle, start, moment, ends, droppedTo = 0 } = record
  const snapshot = new SnapshotFile(join(dir, 'snapshots'), handle, ends)
  await snapshot.verify()
  const route = (one: Shape) => (hasSubqueries(definition) ? new Route() : routes.add(one))
  const shape = new Shape(definition, { handle, snapshot, start: lsnOf(start), route })
  if (hasSubqueries(definition) && !subqueries.restore(shape)) return null
  shape.route.droppedTo = laterOf(shape.route.droppedTo, lsnOf(droppedTo))
  shape.moment = new Moment(moment)
  shape.floor = (record.floor === undefined ? null : Offset.parse(record.floor)) ?? shape.floor
  shape.ready()
  return shape
}
