// Postgres' change stream: a lock, a lasting slot, and its messages in commit order. The only user of pg-logical-replication.
//
// Lock and stream hang on one connection: one engine consumes, others wait, and a killed one leaves the lock free. The slot stays: Postgres
// keeps what was not acknowledged, so nothing is missed between two streams.
import { LogicalReplicationService } from 'pg-logical-replication'
import type { Client } from 'pg'
import type { Socket } from 'node:net'
import type postgres from 'postgres'
import { formatLsn, parseLsn, type Lsn } from './lsn.ts'

export interface ChangeStream {
  /** Resolves, with the reason, when the stream is over and its connection closed. */
  ended: Promise<Error>
  /** Postgres may forget everything up to this position; told now and then. */
  acknowledge(lsn: Lsn): void
  /** Asks how far it is: an answer comes as `onReached`. */
  ping(): void
  /** No more messages until `resume`. */
  pause(): void
  resume(): void
}

export interface SlotInfo {
  systemIdentifier: string
  timeline: string
  database: string
  slot: string
  /** What the slot's consumer was last known to have; null when the slot has just been made. */
  confirmed: Lsn | null
  /** The slot's beginning, or the log's end when it has just been made. */
  position: Lsn
}

export interface ChangeStreamOptions {
  /** For what can't be said over the stream's own connection. */
  sql: postgres.Sql
  databaseUrl: string
  publication: string
  slot: string
  /** Whether it brings what is said by pg_logical_emit_message. */
  messages: boolean
  /** Ends the stream. */
  signal: AbortSignal
  /** Another engine has the lock. */
  onWaiting(): void
  /** The lock is ours; the stream begins when it resolves. */
  onSlot(info: SlotInfo): Promise<void>
  onMessage(message: Buffer): void
  /** Every message before this position was handed over; not called within a transaction's messages. */
  onReached(lsn: Lsn): void
  /** Whether the last message was a transaction's end. */
  isBetween(): boolean
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
  return {
    ended: connection.ended.promise,
    acknowledge: (lsn) => connection.acknowledge(lsn),
    ping: () => connection.ping(),
    pause: () => connection.plugin.socket?.pause(),
    resume: () => connection.plugin.socket?.resume(),
  }
}

class StreamConnection {
  readonly started = Promise.withResolvers<void>()
  readonly ended = Promise.withResolvers<Error>()
  readonly plugin: OwnSlotPlugin
  private readonly options: ChangeStreamOptions
  private readonly service: LogicalReplicationService
  private acknowledged: Lsn = 0n
  private pings = 0
  private pinging: NodeJS.Timeout | undefined
  private over = false

  constructor(options: ChangeStreamOptions) {
    this.options = options
    this.service = new LogicalReplicationService(
      {
        connectionString: options.databaseUrl,
        options: settingsOf(printSettings),
        application_name: applicationName,
        keepAlive: true,
      },
      { acknowledge: { auto: false, timeoutSeconds: 0 } },
    )
    this.plugin = new OwnSlotPlugin(options, (lsn) => (this.acknowledged = lsn))
  }

  open() {
    const { service, plugin } = this
    const { signal } = this.options
    service.on('start', () => this.guarded(() => this.begin()))
    service.on('error', this.end)
    service.on('data', (_lsn: string, message: Buffer) => this.guarded(() => this.options.onMessage(message)))
    service.on('heartbeat', (lsn: string, _time: number, shouldRespond: boolean) =>
      this.guarded(() => this.heartbeat(parseLsn(lsn), shouldRespond)),
    )
    signal.addEventListener('abort', this.stop)
    if (signal.aborted) this.stop()
    else service.subscribe(plugin, this.options.slot).then(() => this.end('the change stream ended'), this.end)
  }

  acknowledge(lsn: Lsn) {
    if (lsn > this.acknowledged) this.acknowledged = lsn
    this.tell(false)
  }

  ping() {
    this.tell(true)
  }

  private begin() {
    this.pinging = setInterval(() => {
      if (this.pings++ < unansweredPings) this.tell(true)
      else this.end('Postgres is silent')
    }, pingEvery)
    this.started.resolve()
  }

  private heartbeat(lsn: Lsn, shouldRespond: boolean) {
    // The next commit may have exactly this position, so only what lies before it was reached.
    if (this.options.isBetween()) this.options.onReached(lsn - 1n)
    if (shouldRespond) this.tell(false)
  }

  /** The library adds one. Past a commit's start is safe; past its end would lie the next transaction. */
  private tell(ping: boolean) {
    if (this.over) return
    this.service.acknowledge(formatLsn(this.acknowledged), ping).catch(this.end)
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
    const { signal, sql } = this.options
    clearInterval(this.pinging)
    signal.removeEventListener('abort', this.stop)
    this.started.reject(error)
    void close(sql, this.plugin, this.service).finally(() => this.ended.resolve(error))
  }
}

const settingsOf = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', String.raw`\ `)}`)
    .join(' ')

/** Takes the lock and makes the slot on the connection that then streams. */
class OwnSlotPlugin {
  readonly options = {}
  readonly name = 'pgoutput'
  /** Process id of the Postgres backend behind the stream; null until it is known. */
  backend: number | null = null
  socket: Socket | null = null
  private readonly settings: ChangeStreamOptions

  private readonly onPosition: (lsn: Lsn) => void

  constructor(settings: ChangeStreamOptions, onPosition: (lsn: Lsn) => void) {
    this.settings = settings
    this.onPosition = onPosition
  }

  async start(client: Client): Promise<unknown> {
    const { slot, publication, messages, onWaiting, onSlot } = this.settings
    this.socket = (client as unknown as { connection: { stream: Socket } }).connection.stream
    const lock = `hashtext('${slot.replaceAll("'", "''")}'), 1`
    const { rows } = await client.query<{ pid: number; mine: boolean }>(
      `select pg_backend_pid() as pid, pg_try_advisory_lock(${lock}) as mine`,
    )
    this.backend = rows[0]?.pid ?? null
    if (!rows[0]?.mine) {
      onWaiting()
      await client.query(`select pg_advisory_lock(${lock})`)
    }
    const info = await prepareSlot(client, slot)
    // What is told must never go back, nor past the first transaction: that may lie exactly here.
    this.onPosition(info.position - 1n)
    await onSlot(info)
    const names = publication.replaceAll("'", "''").replaceAll('"', '""')
    return client.query(
      `START_REPLICATION SLOT "${slot}" LOGICAL 0/0 (proto_version '1', publication_names '"${names}"'${messages ? ", messages 'true'" : ''})`,
    )
  }

  /** Messages are read by who needs them. */
  parse(buffer: Buffer): Buffer {
    return buffer
  }
}

/** The slot, made anew when it is not there or has lost what it was for. */
async function prepareSlot(client: Client, slot: string): Promise<SlotInfo> {
  const system = await client.query<{ systemid: string; timeline: number; xlogpos: string; dbname: string }>(
    'IDENTIFY_SYSTEM',
  )
  const found = await client.query<{ confirmed: string; usable: boolean }>(
    `select confirmed_flush_lsn::text as confirmed,
       plugin = 'pgoutput' and database = current_database() and wal_status <> 'lost' and not temporary as usable
     from pg_replication_slots where slot_name = '${slot.replaceAll("'", "''")}'`,
  )
  const [row] = found.rows
  const identity = {
    systemIdentifier: system.rows[0]?.systemid ?? '',
    timeline: String(system.rows[0]?.timeline ?? ''),
    database: system.rows[0]?.dbname ?? '',
    slot,
  }
  if (row?.usable) {
    const confirmed = parseLsn(row.confirmed)
    return { ...identity, confirmed, position: confirmed }
  }
  if (row) await client.query(`DROP_REPLICATION_SLOT "${slot}"`)
  const made = await client.query<{ consistent_point: string }>(
    `CREATE_REPLICATION_SLOT "${slot}" LOGICAL pgoutput (SNAPSHOT 'nothing')`,
  )
  return { ...identity, confirmed: null, position: parseLsn(made.rows[0]?.consistent_point) }
}

/** Waits until the server's side is gone too: it may hang on to the lock when only the network broke. */
async function close(sql: postgres.Sql, { backend }: OwnSlotPlugin, service: LogicalReplicationService) {
  if (backend !== null) {
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where pid = ${backend} and application_name = ${applicationName}`.catch(() => {})
  }
  await service.stop().catch(() => {})
}
