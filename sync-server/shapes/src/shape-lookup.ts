// Which shape a request is about: the one that it has a handle of, or, at the beginning, the one that its definition has now.
import type { Definitions } from './definitions.ts'
import { NotNow } from './not-now.ts'
import { Offset } from './offset.ts'
import type { EngineSettings } from './options.ts'
import { InvalidRequest, offsetOf, type ShapePosition, type ShapeRequest, type ShapeSource } from './request.ts'
import { mustRefetch, unavailable, type Described } from './respond.ts'
import type { Shape, ShapeDefinition } from './shape.ts'
import type { Standing } from './store/log-reader.ts'
import type { ShapeStore } from './store/store.ts'
import type { Follower } from './stream/follower.ts'

/** Of an offset that nobody can have been given. */
const outOfBounds = 'out of bounds for this shape'

export class ShapeLookup {
  private readonly settings: EngineSettings
  private readonly definitions: Definitions
  private readonly follower: Follower

  constructor(settings: EngineSettings, definitions: Definitions, follower: Follower) {
    this.settings = settings
    this.definitions = definitions
    this.follower = follower
  }

  /** The shape that the request is about, and what the request asks for as its table is now. @throws InvalidRequest, NotNow */
  async shapeFor({ offset, handle, source }: Pick<ShapeRequest, 'offset' | 'handle' | 'source'>): Promise<Described> {
    if (!this.follower.hasCaughtUp) await this.follower.untilActive(this.settings.startingMs)
    this.storeNow()
    if (offset === 'now' || offset === Offset.beforeAll) {
      const definition = await this.definitions.define(source)
      return { shape: await this.openShape(definition), definition }
    }
    const definition = await this.definitions.definedNow(source)
    const shape = await this.followed(handle ?? '', offset)
    if (!definition || shape?.definition.id !== definition.id) throw new NotNow(await this.startAgain(source))
    if (offset.tx > this.storeNow().lastLsn) await this.follower.untilReached(offset.tx, this.settings.longPollMs / 2)
    if (offset.tx > this.storeNow().lastLsn) throw new InvalidRequest('offset', outOfBounds)
    return { shape, definition }
  }

  /** The shape that new clients start with, if there is one. @throws InvalidRequest, NotNow */
  async current(source: ShapeSource): Promise<Shape | null> {
    const store = this.storeNow()
    return store.current(await this.definitions.define(source))
  }

  /** Null where the client has to start again: its other positions may be good. @throws InvalidRequest, NotNow */
  async standingsOf(positions: readonly ShapePosition[]): Promise<(Standing | null)[]> {
    const known = positions.map((position) => this.knownStanding(position))
    return known.every((one) => one !== null)
      ? known
      : Promise.all(positions.map((position) => this.standingOf(position)))
  }

  /**
   * The client forgets what it has; if possible it gets to know where to go on. Why there is nothing to go on with it is told at the
   * start: whether it waited just now must make no difference.
   */
  async startAgain(source: ShapeSource): Promise<Response> {
    const definition = await this.definitions.definedNow(source)
    const { status, store } = this.follower
    if (status !== 'active' || !store) return unavailable()
    if (!definition) return mustRefetch(null)
    const shape = store.open(definition)
    return shape ? mustRefetch(shape.handle) : unavailable()
  }

  /** Once it has had everything, and while no other engine has the slot. @throws NotNow */
  storeNow(): ShapeStore {
    const { store, status, hasCaughtUp } = this.follower
    if (!store || !hasCaughtUp || status === 'waiting') throw new NotNow(unavailable())
    return store
  }

  /**
   * A handle that is not known may be another engine's, of which this one has not heard yet. Nor may it have heard of the changes for whose
   * sake that one left others out. @throws NotNow
   */
  private async followed(handle: string, offset: Offset): Promise<Shape | null> {
    const known = this.storeNow().find(handle)
    const { peers, startingMs } = this.settings
    if ((known && offset.isExact) || !peers || handle === '') return known
    if (!(await this.follower.untilCurrent(startingMs))) throw new NotNow(unavailable())
    return this.storeNow().find(handle)
  }

  /** What was kept can be read while the stream is away; what is new can't be made. */
  private async openShape(definition: ShapeDefinition): Promise<Shape> {
    const known = this.storeNow().current(definition)
    if (!known?.startable) await this.follower.untilActive(this.settings.startingMs)
    const shape = this.follower.status === 'active' || known?.startable ? this.storeNow().open(definition) : null
    if (!shape) throw new NotNow(unavailable())
    return shape
  }

  /** `standingOf` where nothing has to be waited for, as it is with each transaction for who waits for them; else null. @throws NotNow */
  private knownStanding(position: ShapePosition): Standing | null {
    if (!this.follower.hasCaughtUp) return null
    const store = this.storeNow()
    const definition = this.definitions.known(position.source)
    const shape = definition && store.find(position.handle)
    if (shape?.definition.id !== definition?.id || !shape) return null
    const offset = offsetOf(position)
    const isToWait = this.settings.peers && !offset.isExact
    return isToWait || offset.tx > store.lastLsn ? null : { shape, offset }
  }

  /** Null when the client has to start again. @throws InvalidRequest, NotNow */
  private async standingOf(position: ShapePosition): Promise<Standing | null> {
    const offset = offsetOf(position)
    try {
      const { shape } = await this.shapeFor({ ...position, offset })
      return { shape, offset }
    } catch (error) {
      const isPast = error instanceof InvalidRequest && offset.tx > this.storeNow().lastLsn
      if (isPast || (error instanceof NotNow && error.response.status === 409)) return null
      throw error
    }
  }
}
