// Shapes that another engine made, kept here under their handles for clients that come over. They have no snapshot: who begins gets a
// shape of this engine's.
//
//   opened ──► a placeholder has the route: changes are logged ──ready──► a shape like others, whose snapshot is gone
//
// Invariant: what is logged here of such a shape has every change that its snapshot lacks, or its floor says from where on.
import type { Logger } from 'pino'
import { layoutsOf } from '../catalog.ts'
import { Offset } from '../offset.ts'
import { Shape, type ShapeDefinition } from '../shape.ts'
import type { Route } from '../routes.ts'
import type { ShapeRecord } from '../store/shape-journal.ts'
import { Moment } from '../snapshot/moment.ts'
import { SnapshotFile } from '../snapshot/snapshot-file.ts'
import type { Lsn } from '../stream/lsn.ts'
import type { Announcer } from './announcer.ts'
import { readLetter, sourceOf, type Announcement, type Opened, type Ready } from './announcement.ts'

/** ms. A snapshot that takes longer than this belongs to an engine that is gone. */
const unfinishedFor = 60 * 60_000
/** Shapes whose snapshots others may be taking at once: whoever may write could tell of any number. */
const mostPlaceholders = 20_000
/** Shapes that are told at once, to who begins. */
const batch = 100

/** What it needs of the store. */
export interface Adopting {
  snapshotFile(handle: string, ends: readonly number[] | null): SnapshotFile
  /** Commit position of the log's head. */
  head(): Lsn
  route(shape: Shape): Route
  /** Gives the route back. */
  release(shape: Shape): void
  isKnown(handle: string): boolean
  keep(shape: Shape): void
  remove(handle: string): void
  /** Of this engine's own, for who begins. */
  shapes(): readonly Shape[]
  /** Where a shape's last change is. */
  lastOf(shape: Shape): Promise<Offset>
  define(record: Pick<ShapeRecord, keyof Opened & keyof ShapeRecord>): Promise<ShapeDefinition | null>
  logger: Logger
}

export class Adoptions {
  private readonly announcer: Announcer
  private readonly store: Adopting
  /** By handle. */
  private readonly placeholders = new Map<string, Shape>()
  private greeting: Promise<void> | null = null

  constructor(announcer: Announcer, store: Adopting) {
    this.announcer = announcer
    this.store = store
  }

  /** A letter in the change stream. Not null: no later message before it resolves. */
  receive(content: Buffer): Promise<void> | null {
    const items = this.read(content)
    const opened = items.filter((item) => item.kind === 'opened')
    const later = () => items.forEach((item) => this.take(item))
    if (opened.length > 0) return this.open(opened).then(later)
    later()
    return null
  }

  /** Told before the shape's snapshot is taken, which has to have all that came before. */
  async opened({ handle, definition }: Shape): Promise<void> {
    const signature = layoutsOf(definition.tables)
    const { columns, params, ...source } = sourceOf(definition)
    await this.announcer.tell({
      kind: 'opened',
      handle,
      signature,
      columns: [...columns],
      params: [...params],
      ...source,
    })
  }

  async ready(shape: Shape, floor: Offset): Promise<void> {
    const { handle, moment, snapshot } = shape
    if (!moment) return
    const { xip, ...record } = moment.record
    await this.announcer.tell({
      kind: 'ready',
      handle,
      moment: { ...record, xip: [...xip] },
      ends: [...snapshot.chunkEnds],
      floor: floor.toString(),
    })
  }

  async removed(handle: string): Promise<void> {
    await this.announcer.tell({ kind: 'removed', handle })
  }

  /** Asks for the shapes that there are. */
  async hello(): Promise<void> {
    await this.announcer.tell({ kind: 'hello' })
  }

  sweep() {
    const before = Date.now() - unfinishedFor
    for (const [handle, shape] of this.placeholders) {
      if (shape.usedAt >= before && shape.state !== 'gone') continue
      this.placeholders.delete(handle)
      this.store.release(shape)
    }
  }

  private read(content: Buffer): readonly Announcement[] {
    try {
      return this.announcer.receive(readLetter(content))
    } catch (error) {
      this.store.logger.warn({ err: error }, 'a letter that no engine wrote')
      return []
    }
  }

  private async open(opened: readonly Opened[]) {
    const wanted = opened.filter(({ handle }) => !this.store.isKnown(handle) && !this.placeholders.has(handle))
    const defined = await Promise.all(wanted.map((one) => this.store.define(one)))
    wanted.forEach(({ handle }, index) => {
      const definition = defined[index]
      if (definition && this.placeholders.size < mostPlaceholders)
        this.placeholders.set(handle, this.shapeOf(handle, definition, this.store.head(), null))
    })
  }

  private take(item: Announcement) {
    if (item.kind === 'ready') this.adopt(item)
    else if (item.kind === 'removed') this.store.remove(item.handle)
    else if (item.kind === 'hello') {
      this.greeting ??= this.greet()
        .catch((error: unknown) => this.store.logger.warn({ err: error }, 'shapes could not be told'))
        .finally(() => (this.greeting = null))
    }
  }

  private adopt({ handle, moment, ends, floor }: Ready) {
    const placeholder = this.placeholders.get(handle)
    this.placeholders.delete(handle)
    if (!placeholder || placeholder.state === 'gone') return
    const { definition, start } = placeholder
    // Its route first: what the placeholder's has, stays.
    const shape = this.shapeOf(handle, definition, start, ends)
    this.store.release(placeholder)
    shape.moment = new Moment(moment)
    shape.floor = Offset.parse(floor) ?? Offset.afterSnapshot
    void shape.snapshot.delete()
    this.store.keep(shape)
  }

  private shapeOf(handle: string, definition: ShapeDefinition, start: Lsn, ends: readonly number[] | null) {
    const snapshot = this.store.snapshotFile(handle, ends)
    return new Shape(definition, { handle, snapshot, start, route: (one) => this.store.route(one) })
  }

  /** All that is here, for who has just begun: what they log from `opened` on, and what came before, are told apart by the floor. */
  private async greet() {
    const shapes = this.store.shapes()
    for (let from = 0; from < shapes.length; from += batch) {
      const some = shapes.slice(from, from + batch)
      await Promise.all(some.map((shape) => this.opened(shape)))
      const left = some.filter(({ state }) => state === 'ready')
      await Promise.all(left.map(async (shape) => this.ready(shape, await this.store.lastOf(shape))))
    }
  }
}
