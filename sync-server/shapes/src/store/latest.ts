// The last change of each row that a route's blocks have: who reads from an old position is told of a row once, as it is now.
import type { Block, Change } from '../log/block.ts'
import type { Route } from '../routes.ts'
import type { Shape } from '../shape.ts'

/** A block of the log. */
interface Place {
  position: number
  lsn: Block['lsn']
  xid: number
}

interface LastChange {
  at: Place
  op: number
}

/** Rows of one route, and of all of them, that are remembered; who is further behind starts again. */
const mostRows = 200_000
const mostOfAll = 500_000
/** Blocks of a client that is a little behind, as most are with the next request: read again sooner than remembered. */
const fewBlocks = 16

/** Of a route, from a position of the log on. */
export class Latest {
  /** Position up to which blocks were looked at. */
  upTo: number
  readonly from: number
  private readonly byKey = new Map<string, LastChange>()

  constructor(from: number) {
    this.from = from
    this.upTo = from
  }

  get size() {
    return this.byKey.size
  }

  add(changes: readonly Change[], at: Place) {
    for (const { oldKey, newKey, op } of changes) {
      if (newKey !== null) this.note(newKey, { at, op })
      if (oldKey !== null && oldKey !== newKey) this.note(oldKey, { at, op })
    }
    this.upTo = Math.max(this.upTo, at.position + 1)
  }

  /** Of the row with this key; null: none. */
  get(key: string): LastChange | null {
    return this.byKey.get(key) ?? null
  }

  isLast(key: string, position: number, op: number): boolean {
    const last = this.byKey.get(key)
    return !last || (last.at.position === position && last.op === op)
  }

  /** Blocks may come twice, since several read at once. */
  private note(key: string, change: LastChange) {
    const known = this.byKey.get(key)
    const isOlder =
      known &&
      (known.at.position > change.at.position || (known.at.position === change.at.position && known.op > change.op))
    if (!isOlder) this.byKey.set(key, change)
  }
}

/** Of one transaction, by the index of its blocks; null where it has one change. */
export function latestWithin(blocks: readonly Block[], { definition, routeKey }: Asked): Latest | null {
  const latest = new Latest(0)
  let count = 0
  for (const [position, block] of blocks.entries()) {
    const changes = block.changesOf(definition.table, routeKey.column, routeKey.value)
    count += changes.length
    latest.add(changes, { position, lsn: block.lsn, xid: block.xid })
  }
  return count > 1 ? latest : null
}

/** A block, null when the log dropped it; a promise of it where it is not in memory. */
type Load = (position: number) => Block | Promise<Block | null>

/** What is asked about. */
type Asked = Pick<Shape, 'route' | 'definition' | 'routeKey'>

export class LatestChanges {
  private readonly load: Load
  /** Least recently made first. */
  private readonly byRoute = new Map<Route, Latest>()
  private rows = 0

  constructor(load: Load) {
    this.load = load
  }

  /** Of everything that the log has now, at least from `from` on. Null when that is too much, or not kept any more. */
  async of(asked: Asked, from: number): Promise<Latest | null> {
    if ((asked.route.positions.at(-fewBlocks - 1) ?? -1) < from) {
      const passing = new Latest(from)
      return (await this.extend(asked, passing)) ? passing : null
    }
    const known = this.byRoute.get(asked.route)
    if (known && known.from <= from && (await this.extend(asked, known))) return known
    const latest = new Latest(from)
    this.forget(asked.route)
    this.byRoute.set(asked.route, latest)
    if (await this.extend(asked, latest)) return latest
    if (this.byRoute.get(asked.route) === latest) this.forget(asked.route)
    return null
  }

  private async extend({ route, definition, routeKey }: Asked, latest: Latest): Promise<boolean> {
    for (let next = route.next(latest.upTo); next !== undefined; next = route.next(latest.upTo)) {
      const loaded = this.load(next)
      const block = loaded instanceof Promise ? await loaded : loaded
      if (!block) return false
      const { size } = latest
      const { lsn, xid } = block
      latest.add(block.changesOf(definition.table, routeKey.column, routeKey.value), { position: next, lsn, xid })
      if (latest.size > mostRows) return false
      if (this.byRoute.get(route) === latest) this.rows += latest.size - size
    }
    this.shrink(route)
    return true
  }

  private shrink(except: Route) {
    if (this.rows <= mostOfAll) return
    for (const route of this.byRoute.keys()) {
      if (route !== except) this.forget(route)
      if (this.rows <= mostOfAll) return
    }
  }

  private forget(route: Route) {
    this.rows -= this.byRoute.get(route)?.size ?? 0
    this.byRoute.delete(route)
  }
}
