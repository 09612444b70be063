// Postgres' change stream, one whole transaction at a time and in commit order. The only user of pg-logical-replication.
//
// Everything hangs on one connection: an advisory lock (one engine consumes, others wait), a temporary slot, the stream. When
// it ends Postgres drops lock and slot by itself, so a killed server leaves nothing behind that would hold back the log.
// Invariant: whoever opens the stream again has missed transactions; `onLost` comes before anything else can happen.
import { LogicalReplicationService, PgoutputPlugin, type Pgoutput } from 'pg-logical-replication'
import type { Client } from 'pg'
import type postgres from 'postgres'
import type { Relation } from './catalog.ts'
import { formatLsn, parseLsn } from './lsn.ts'
import { TransactionAssembler, type Transaction } from './transaction.ts'

export interface ChangeStream {
  /** Resolves, with the reason, when the stream is over and its connection closed. */
  ended: Promise<Error>
}

export interface ChangeStreamOptions {
  /** For what can't be said over the stream's own connection. */
  sql: postgres.Sql
  databaseUrl: string
  publication: string
  slot: string
  /** Ends the stream. */
  signal: AbortSignal
  /** Another engine has the lock. */
  onWaiting(): void
  /** From here on nothing that commits is missed, until `onLost`. */
  onStart(): void
  onTransaction(transaction: Transaction): void
  /** Every transaction up to and with this position was handed over. */
  onReached(lsn: bigint): void
  onRelation(relation: Relation): void
  onLost(): void
}

/** Values must be printed alike by the change stream and by snapshots. */
export const printSettings = {
  bytea_output: 'hex',
  DateStyle: 'ISO, DMY',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  IntervalStyle: 'iso_8601',
} as const

const applicationName = 'balcao-shapes'
/** ms. A ping goes out this often; after three without any message the connection is taken for dead. */
const pingEvery = 10_000
const unansweredPings = 3
/** ms. Acknowledging only lets Postgres recycle its log: no hurry, and not once for each commit. */
const acknowledgeEvery = 1000

/** Resolves when the stream runs; waits for the lock as long as it takes. */
export async function openChangeStream(options: ChangeStreamOptions): Promise<ChangeStream> {
  const connection = new StreamConnection(options)
  connection.open()
  try {
    await connection.started.promise
  } catch (error) {
    await connection.ended.promise
    throw error
  }
  return { ended: connection.ended.promise }
}

class StreamConnection {
  readonly started = Promise.withResolvers<void>()
  readonly ended = Promise.withResolvers<Error>()
  private readonly options: ChangeStreamOptions
  private readonly service: LogicalReplicationService
  private readonly plugin: OwnSlotPlugin
  private readonly assembler: TransactionAssembler
  private reached = 0n
  /** ms since the epoch. */
  private acknowledgedAt = 0
  private pings = 0
  private pinging: NodeJS.Timeout | undefined
  private over = false

  constructor(options: ChangeStreamOptions) {
    this.options = options
    this.assembler = new TransactionAssembler(options.onRelation)
    this.service = new LogicalReplicationService(
      {
        connectionString: options.databaseUrl,
        options: settingsOf(printSettings),
        application_name: applicationName,
        keepAlive: true,
      },
      { acknowledge: { auto: false, timeoutSeconds: 0 } },
    )
    this.plugin = new OwnSlotPlugin(options, this.end, (lsn) => this.reach(lsn))
  }

  open() {
    const { service, plugin } = this
    const { signal } = this.options
    service.on('start', () => this.guarded(() => this.begin()))
    service.on('error', this.end)
    service.on('data', (_lsn: string, message: Pgoutput.Message) => this.guarded(() => this.take(message)))
    service.on('heartbeat', (lsn: string, _time: number, shouldRespond: boolean) =>
      this.guarded(() => this.heartbeat(parseLsn(lsn), shouldRespond)),
    )
    signal.addEventListener('abort', this.stop)
    if (signal.aborted) this.stop()
    else service.subscribe(plugin, plugin.slotName).then(() => this.end('the change stream ended'), this.end)
  }

  private begin() {
    this.pinging = setInterval(() => {
      if (this.pings++ < unansweredPings) this.acknowledge(true)
      else this.end('Postgres is silent')
    }, pingEvery)
    this.options.onStart()
    this.started.resolve()
  }

  private take(message: Pgoutput.Message) {
    const transaction = this.assembler.take(message)
    if (!transaction) return
    this.options.onTransaction(transaction)
    this.reached = transaction.lsn
    this.acknowledgeSometimes()
  }

  private heartbeat(lsn: bigint, shouldRespond: boolean) {
    // The next commit may have exactly this position, so only what lies before it was reached.
    if (this.assembler.isBetween) this.reach(lsn - 1n)
    if (shouldRespond) this.acknowledge(false)
    else this.acknowledgeSometimes()
  }

  private reach(lsn: bigint) {
    if (lsn <= this.reached) return
    this.reached = lsn
    this.options.onReached(lsn)
  }

  private acknowledgeSometimes() {
    if (Date.now() - this.acknowledgedAt > acknowledgeEvery) this.acknowledge(false)
  }

  /** The library adds one. Past a commit's start is safe; past its end would lie the next transaction. */
  private acknowledge(ping: boolean) {
    this.acknowledgedAt = Date.now()
    this.service.acknowledge(formatLsn(this.reached), ping).catch(this.end)
  }

  /** The library lets errors of its listeners fall through to the socket. */
  private guarded(handle: () => void) {
    if (this.over) return
    this.pings = 0
    try {
      handle()
    } catch (error) {
      this.end(error)
    }
  }

  private readonly stop = () => this.end('stopped')

  private readonly end = (reason: unknown) => {
    if (this.over) return
    this.over = true
    const error = reason instanceof Error ? reason : new Error(String(reason))
    const { signal, onLost, sql } = this.options
    clearInterval(this.pinging)
    signal.removeEventListener('abort', this.stop)
    if (!signal.aborted) onLost()
    this.started.reject(error)
    void close(sql, this.plugin, this.service).finally(() => this.ended.resolve(error))
  }
}

const settingsOf = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', String.raw`\ `)}`)
    .join(' ')

/** Takes the lock and makes the slot on the connection that then streams. */
class OwnSlotPlugin extends PgoutputPlugin {
  readonly slotName: string
  /** Of the server process behind the stream; null until it is known. */
  backend: number | null = null
  private readonly lock: string
  private readonly onWaiting: () => void
  private readonly onBroken: (error: unknown) => void
  private readonly onReached: (lsn: bigint) => void

  constructor(
    { publication, slot, onWaiting }: Pick<ChangeStreamOptions, 'publication' | 'slot' | 'onWaiting'>,
    onBroken: (error: unknown) => void,
    onReached: (lsn: bigint) => void,
  ) {
    super({ protoVersion: 1, publicationNames: [publication] })
    // Slots have one name space for all databases of a server, locks have not.
    this.slotName = `${slot}_${process.pid}_${Date.now().toString(36)}`
    this.lock = `hashtext('${slot.replaceAll("'", "''")}'), 1`
    this.onWaiting = onWaiting
    this.onBroken = onBroken
    this.onReached = onReached
  }

  override async start(client: Client, slotName: string, lastLsn: string): Promise<unknown> {
    const { rows } = await client.query<{ pid: number; mine: boolean }>(
      `select pg_backend_pid() as pid, pg_try_advisory_lock(${this.lock}) as mine`,
    )
    this.backend = rows[0]?.pid ?? null
    if (!rows[0]?.mine) {
      this.onWaiting()
      await client.query(`select pg_advisory_lock(${this.lock})`)
    }
    const slot = await client.query<{ consistent_point: string }>(
      `CREATE_REPLICATION_SLOT "${slotName}" TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')`,
    )
    this.onReached(parseLsn(slot.rows[0]?.consistent_point ?? null) - 1n)
    return super.start(client, slotName, lastLsn)
  }

  override parse(buffer: Buffer): Pgoutput.Message {
    try {
      return super.parse(buffer)
    } catch (error) {
      this.onBroken(error)
      // Thrown on, it would end the process; nobody listens to this any more.
      return { tag: 'origin', originLsn: null, originName: '' }
    }
  }
}

/** Waits until the server's side is gone too: it may hang on to the lock when only the network broke. */
async function close(sql: postgres.Sql, { backend }: OwnSlotPlugin, service: LogicalReplicationService) {
  if (backend !== null) {
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where pid = ${backend} and application_name = ${applicationName}`.catch(() => {})
  }
  await service.stop().catch(() => {})
}
