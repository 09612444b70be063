// Which shapes there are: found by what they are of, and by handle. Invariant: a definition leads to the shape that new clients start with.
import type { Table } from '../catalog.ts'
import type { Shape, ShapeDefinition } from '../shape.ts'

export class ShapeRegistry {
  private readonly byDefinition = new Map<string, Shape>()
  /** Least recently used first. */
  private readonly byHandle = new Map<string, Shape>()

  get size() {
    return this.byHandle.size
  }

  /** Least recently used first; what is removed or used meanwhile does no harm. */
  values(): Iterable<Shape> {
    return this.byHandle.values()
  }

  has(handle: string): boolean {
    return this.byHandle.has(handle)
  }

  get(handle: string): Shape | null {
    return this.byHandle.get(handle) ?? null
  }

  /** The one that new clients start with. */
  current({ id }: ShapeDefinition): Shape | null {
    return this.byDefinition.get(id) ?? null
  }

  isCurrent(shape: Shape): boolean {
    return this.current(shape.definition) === shape
  }

  add(shape: Shape) {
    const { id } = shape.definition
    this.byHandle.set(shape.handle, shape)
    // Nobody begins with one without a snapshot where there is another.
    if (!shape.snapshot.isGone || !this.byDefinition.has(id)) this.byDefinition.set(id, shape)
  }

  /** Found by its handle alone: nobody begins with it. */
  addFollowed(shape: Shape) {
    this.byHandle.set(shape.handle, shape)
  }

  /** Somebody asks for it. To know within a second who was the last is enough. */
  use(shape: Shape): Shape {
    const now = Date.now()
    if (now - shape.usedAt < 1000) return shape
    shape.usedAt = now
    this.byHandle.delete(shape.handle)
    this.byHandle.set(shape.handle, shape)
    return shape
  }

  /** Whether it was there. */
  delete(shape: Shape): boolean {
    if (this.isCurrent(shape)) this.byDefinition.delete(shape.definition.id)
    return this.byHandle.delete(shape.handle)
  }

  /** The least recently used one for which nobody waits; null: there is none. */
  idle(): Shape | null {
    for (const shape of this.byHandle.values()) if (shape.waiting === 0 && shape.state === 'ready') return shape
    return null
  }

  get counts() {
    const shapes = [...this.byHandle.values()]
    return {
      shapes: shapes.length,
      waiting: shapes.reduce((sum, { waiting }) => sum + waiting, 0),
      snapshotBytes: shapes.reduce((sum, { snapshot }) => sum + (snapshot.isGone ? 0 : snapshot.bytes), 0),
    }
  }

  /** Tables that shapes are made of. */
  get tables(): readonly Table[] {
    const all = [...this.byHandle.values()].flatMap(({ definition: { tables } }) => tables)
    return [...new Map(all.map((table) => [table.oid, table])).values()]
  }
}
