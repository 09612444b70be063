// Keeps the store fed: the change stream, opened again whenever it is lost, and the watch over what the stream does not tell.
//
//   starting ──► (waiting, while another engine has the lock) ──► catching up ──► active ──stream lost──► starting …
//
// While the stream is lost the store goes on answering with what it has; only new shapes have to wait.
// Invariant: active means that everything clients may have been given before a restart is here again.
import { setTimeout as delay } from 'node:timers/promises'
import type postgres from 'postgres'
import { ensurePublication, layoutOf, layoutsOf, verifyPublication, type Table } from '../catalog.ts'
import { Acknowledged, claim, wipe } from '../identity.ts'
import { CorruptLog } from '../log/change-log.ts'
import { parseLsn, type Lsn } from './lsn.ts'
import type { EngineSettings } from '../options.ts'
import { openChangeStream, type ChangeStream, type SlotInfo } from './replication.ts'
import { defineShape, tablesBehind } from '../define.ts'
import type { ShapeDefinition } from '../shape.ts'
import type { ShapeRecord } from '../store/shape-journal.ts'
import { ShapeStore } from '../store/store.ts'
import { Announcer } from '../peers/announcer.ts'
import { Gate } from './gate.ts'
import { lookEvery, waitFor } from './wait-for.ts'
import type { TableCache } from '../table-cache.ts'

/** ms between attempts to get a lost stream back: doubling from, up to. */
const retryFrom = 100
const retryUpTo = 5000
/** ms. Acknowledging only lets Postgres recycle its log: no hurry, and not once for each commit. */
const acknowledgeEvery = 1000
/** Bytes that may wait to be written before the stream is paused, and when it goes on. */
const backlogLimit = 64 * 1024 * 1024

export class Follower {
  status: 'starting' | 'waiting' | 'active' = 'starting'
  /** Whether the store has had everything at least once: then it may answer while the stream is away. */
  hasCaughtUp = false
  /** Null until the lock is ours for the first time. */
  store: ShapeStore | null = null
  /** Bytes of WAL that Postgres keeps for the replication slot; null until the slot was looked at, or when it is not there. */
  retainedBytes: number | null = null
  alarm: string | null = null
  private slot = ''
  private readonly settings: EngineSettings
  private readonly sql: postgres.Sql
  private readonly tables: TableCache
  private readonly stopping = new AbortController()
  private acknowledged: Acknowledged | null = null
  private stream: ChangeStream | null = null
  private running: Promise<void> | null = null
  private paused = false
  private gate: Gate | null = null
  private readonly announcer: Announcer | null
  /** Has asked other engines for their shapes. */
  private greeted: ShapeStore | null = null
  private acknowledgedAt = 0
  private acknowledging = false
  private watching: NodeJS.Timeout | undefined
  /** Ends the current stream only. */
  private current = new AbortController()

  constructor(settings: EngineSettings, sql: postgres.Sql, tables: TableCache) {
    this.settings = settings
    this.sql = sql
    this.tables = tables
    this.announcer = settings.peers ? new Announcer(sql) : null
  }

  /** Resolves when active. @throws when the database can't be followed. */
  async start() {
    const { settings } = this
    const opening = this.openPatiently()
    this.running = opening.then(
      () => this.follow(),
      () => {},
    )
    await opening
    this.watching = setInterval(() => void this.watch(), settings.watchMs)
  }

  /** Resolves when active, or when `ms` are over. */
  async untilActive(ms: number) {
    await waitFor(() => this.status !== 'starting', ms)
  }

  /** Resolves when everything up to `lsn` is here, when `ms` are over, or when Postgres itself is not that far. */
  async untilReached(lsn: Lsn, ms: number) {
    if (lsn >= (await this.flushedLsn())) return
    await waitFor(() => {
      this.stream?.ping()
      return (this.store?.lastLsn ?? 0n) >= lsn
    }, ms)
  }

  /** Whether everything that was committed by now is here, within `ms`. */
  async untilCurrent(ms: number): Promise<boolean> {
    const target = (await this.flushedLsn()) - 1n
    const isThere = () => this.status === 'active' && (this.store?.lastLsn ?? 0n) >= target
    await waitFor(() => {
      this.stream?.ping()
      return isThere()
    }, ms)
    return isThere()
  }

  async stop() {
    clearInterval(this.watching)
    this.status = 'starting'
    this.stopping.abort()
    this.current.abort()
    await this.running
    await this.store?.close()
    await this.acknowledged?.close()
  }

  /** A Postgres that is just starting is waited for. @throws when its settings are wrong. */
  private async openPatiently() {
    const { settings, stopping } = this
    for (let wait = retryFrom; ; wait = Math.min(wait * 2, retryUpTo)) {
      try {
        this.slot = settings.slot ?? (await this.ownSlot())
        if (settings.managePublication) await ensurePublication(this.sql, settings.publication)
        return await this.open()
      } catch (error) {
        if (stopping.signal.aborted || !isPassing(error)) throw error
        settings.logger.warn({ err: error }, 'Postgres can not be followed yet')
        await delay(wait, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  /** Slots have one name space for all databases of a server. */
  private async ownSlot(): Promise<string> {
    const [row] = await this.sql<{ oid: number }[]>`select oid from pg_database where datname = current_database()`
    return `balcao_shapes_${row?.oid}`
  }

  private async open() {
    const { settings, sql } = this
    this.current = new AbortController()
    if (this.stopping.signal.aborted) throw new Error('stopped')
    await verifyPublication(sql, settings.publication)
    this.paused = false
    const gate = this.newGate()
    this.stream = await openChangeStream({
      ...settings,
      slot: this.slot,
      messages: settings.peers,
      sql,
      signal: this.current.signal,
      onWaiting: () => (this.status = 'waiting'),
      onSlot: (info) => this.useSlot(info),
      onMessage: (message) => gate.take(message),
      onReached: (lsn) => this.reached(lsn),
      isBetween: () => gate.isOpen && (this.store?.isBetween ?? true),
    })
    await this.catchUp(this.stream)
    this.hasCaughtUp = true
    this.status = 'active'
    await this.watch()
    this.greet()
  }

  /** An engine that goes on has missed nothing; one that begins has. */
  private greet() {
    const { store, settings } = this
    if (!store || this.greeted === store) return
    this.greeted = store
    store.greet().catch((error: unknown) => {
      this.greeted = null
      settings.logger.warn({ err: error }, 'other engines could not be asked for their shapes')
    })
  }

  private newGate() {
    const { signal } = this.current
    const gate = new Gate({
      take: (message) => this.take(message),
      pause: () => this.stream?.pause(),
      resume: () => !this.paused && this.stream?.resume(),
      onFailure: (error) => {
        this.settings.logger.warn({ err: error }, 'the change stream can not be taken')
        this.current.abort()
      },
    })
    signal.addEventListener('abort', () => gate.end(), { once: true })
    this.gate?.end()
    this.gate = gate
    return gate
  }

  /** Goes on with what is kept, if it is this database's and nothing is missing between it and the slot. */
  private async useSlot({ confirmed, position, ...identity }: SlotInfo) {
    const { dir, publication, logger } = this.settings
    const isKnown = await claim(dir, { ...identity, publication })
    const isWhole = isKnown && confirmed !== null && (await this.reaches(confirmed))
    if (isWhole) this.store ??= await this.openStore()
    if (isWhole && this.store) return
    if (isKnown) logger.warn({ slot: identity.slot }, 'changes are missing since the last run; clients fetch again')
    await this.closeStore()
    await wipe(dir)
    await claim(dir, { ...identity, publication })
    this.acknowledged = await Acknowledged.open(dir)
    // The first commit may lie exactly there.
    await this.acknowledged.advance(position - 1n)
    this.store = await this.openStore()
    if (!this.store) throw new Error(`${dir} can't be used`)
  }

  /** Whether what is kept goes up to the slot's beginning, and the database still up to what is kept. */
  private async reaches(confirmed: Lsn): Promise<boolean> {
    this.acknowledged ??= await Acknowledged.open(this.settings.dir)
    return confirmed <= this.acknowledged.lsn + 1n && this.acknowledged.lsn <= (await this.flushedLsn())
  }

  private async flushedLsn(): Promise<Lsn> {
    const [row] = await this.sql<{ lsn: string }[]>`select pg_current_wal_flush_lsn()::text as lsn`
    return parseLsn(row?.lsn)
  }

  /** Null when what is kept is damaged. */
  private async openStore(): Promise<ShapeStore | null> {
    const { settings, tables } = this
    try {
      return await ShapeStore.open({
        ...settings,
        sql: this.sql,
        acknowledged: this.acknowledged?.lsn ?? 0n,
        announcer: this.announcer,
        onDurable: () => this.onDurable(),
        onFailure: (error) => this.discard(error),
        onTableAltered: (table) => this.forget(table),
        onRelation: (relation) => tables.alteredBy(relation).forEach((table) => this.forget(table)),
        define: (record) => this.define(record),
        describe: (oids) => tables.described(oids),
        ping: () => this.stream?.ping(),
      })
    } catch (error) {
      if (!(error instanceof CorruptLog)) throw error
      settings.logger.error({ err: error }, 'the change log is damaged')
      return null
    }
  }

  /** Null when a table of it is another now. */
  private async define(record: Omit<ShapeRecord, 'start' | 'moment' | 'ends'>): Promise<ShapeDefinition | null> {
    const read = await Promise.all([record, ...tablesBehind(record)].map((name) => this.tables.get(name)))
    const [table, ...inner] = read.flatMap((one) => (one?.problem === null ? [one] : []))
    const isWhole = inner.length + 1 === read.length
    return table && isWhole && layoutsOf([table, ...inner]) === record.signature
      ? defineShape({ ...record, queryable: null }, table, inner)
      : null
  }

  private take(message: Buffer): Promise<void> | null {
    const { store, stream } = this
    if (!store) throw new Error('no store')
    const working = store.take(message)
    if (!this.paused && store.log.backlog > backlogLimit) {
      this.paused = true
      stream?.pause()
    }
    this.acknowledgeSometimes()
    return working
  }

  private reached(lsn: Lsn) {
    this.store?.reached(lsn)
    this.acknowledgeSometimes()
  }

  private onDurable() {
    if (this.paused && this.store && this.store.log.backlog < backlogLimit / 2) {
      this.paused = false
      if (this.gate?.isOpen ?? true) this.stream?.resume()
    }
    this.acknowledgeSometimes()
  }

  private acknowledgeSometimes() {
    if (this.acknowledging || Date.now() - this.acknowledgedAt < acknowledgeEvery) return
    this.acknowledging = true
    this.acknowledgedAt = Date.now()
    this.acknowledge()
      .catch((error: unknown) => this.discard(error))
      .finally(() => {
        this.acknowledging = false
      })
  }

  /** Remembered first: a slot that is further on than this would have a gap. */
  private async acknowledge() {
    const lsn = this.store?.durableLsn
    if (lsn === undefined || lsn === 0n) return
    await this.store?.sync()
    await this.acknowledged?.advance(lsn)
    this.stream?.acknowledge(lsn)
  }

  /** Until everything is here that was committed before now: clients may have been given it before a restart. */
  private async catchUp(stream: ChangeStream) {
    const target = (await this.flushedLsn()) - 1n
    let over = false
    void stream.ended.then(() => (over = true))
    while ((this.store?.lastLsn ?? 0n) < target && !over) {
      stream.ping()
      await delay(lookEvery)
    }
  }

  private async follow() {
    const { signal } = this.stopping
    const { logger } = this.settings
    for (let wait = retryFrom; !signal.aborted;) {
      const error = await this.stream?.ended
      this.stream = null
      if (signal.aborted) return
      this.status = 'starting'
      if (error) logger.warn({ err: error }, 'the change stream was lost')
      await delay(wait, undefined, { signal }).catch(() => {})
      await this.open().then(
        () => (wait = retryFrom),
        (reason: unknown) => {
          wait = Math.min(wait * 2, retryUpTo)
          if (!signal.aborted) logger.warn({ err: reason }, 'no change stream yet')
        },
      )
    }
  }

  /** What can't be written is not kept: it comes again from Postgres, once the disk is well. */
  private discard(error: unknown) {
    this.settings.logger.error({ err: error }, 'what is kept can not be written')
    this.status = 'starting'
    const { store } = this
    this.store = null
    this.hasCaughtUp = false
    store?.abandon()
    this.current.abort()
  }

  private async closeStore() {
    const { store, acknowledged } = this
    this.hasCaughtUp = false
    this.store = null
    this.acknowledged = null
    this.announcer?.lose()
    store?.purge()
    await store?.close()
    await acknowledged?.close()
  }

  /** Clients of a table start again. */
  forget(table: Table) {
    this.tables.forget(table)
    this.store?.invalidate(table)
  }

  /** Tables that were altered without a change that would tell; the slot; the limits. */
  private async watch() {
    const { store, tables, settings, stopping } = this
    if (this.status !== 'active' || !store) return
    try {
      const followed = store.tables
      // Where rows look the same, clauses may mean more: a label, say.
      const read = await tables.readAllAnew(followed)
      for (const [index, table] of followed.entries()) {
        const now = read[index]
        if (!now || now.problem !== null || layoutOf(now) !== layoutOf(table)) this.forget(table)
      }
      await this.watchSlot()
      store.sweep()
      await store.erase()
    } catch (error) {
      if (!stopping.signal.aborted) settings.logger.warn({ err: error }, 'the watch failed')
    }
  }

  private async watchSlot() {
    const { retainedAlarmBytes, logger } = this.settings
    const [row] = await this.sql<{ retained: string | null; status: string | null }[]>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::text as retained, wal_status as status
      from pg_replication_slots where slot_name = ${this.slot}`
    this.retainedBytes = row?.retained ? Number(row.retained) : null
    const before = this.alarm
    this.alarm =
      row?.status === 'unreserved' || row?.status === 'lost'
        ? `the replication slot is about to be lost: wal_status is ${row.status}`
        : (this.retainedBytes ?? 0) > retainedAlarmBytes
          ? `Postgres keeps ${this.retainedBytes} bytes of WAL for the replication slot`
          : null
    if (this.alarm !== null && before === null) logger.error({ alarm: this.alarm }, 'WAL retention')
  }
}

/** No connection, one that broke, a server that starts or stops, a slot that another connection is just leaving. */
const isPassing = (error: unknown) =>
  error instanceof Error &&
  ('code' in error
    ? /^(?:E[A-Z]+|CONNECT|08|57P0|53300|55006)/.test(String(error.code))
    : error.message.startsWith('Connection terminated'))
