// Postgres' change stream, one whole transaction at a time and in commit order. The only user of pg-logical-replication.
// The slot is this run's own: whoever reconnects has missed transactions, so `onLost` is told and must forget what it built on
// them. A run that was killed leaves its slot behind; the next one drops it before it makes its own.
import { LogicalReplicationService, PgoutputPlugin, type Pgoutput } from 'pg-logical-replication'
import { Client, type ClientConfig } from 'pg'
import type { Row } from './catalog.ts'

export interface Change {
  table: { schema: string; name: string; columns: readonly string[] }
  old: Row | null
  new: Row | null
}

export interface Transaction {
  /** 32 bits. */
  xid: number
  /** Begin's final_lsn, which is the commit's position. */
  lsn: bigint
  changes: readonly Change[]
  /** Tables that were truncated. */
  truncated: readonly { schema: string; name: string }[]
}

export interface Replication {
  stop(): Promise<void>
}

/** Values must be printed alike by the change stream and by snapshots. */
export const printSettings = {
  bytea_output: 'hex',
  DateStyle: 'ISO, DMY',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  IntervalStyle: 'iso_8601',
} as const

const boolOid = 16

export async function startReplication(options: {
  databaseUrl: string
  publication: string
  slot: string
  onTransaction(transaction: Transaction): void
  /** Every transaction up to and with this position was handed over. */
  onReached(lsn: bigint): void
  onRelation(table: { schema: string; name: string; columns: readonly string[] }): void
  onLost(error: Error): void
}): Promise<Replication> {
  const settings = Object.entries(printSettings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', String.raw`\ `)}`)
    .join(' ')
  const config = { connectionString: options.databaseUrl, options: settings, application_name: 'balcao-shapes' }
  const slotName = await createSlot(config, options.slot)
  const service = new LogicalReplicationService(config, {
    acknowledge: { auto: false, timeoutSeconds: 0 },
  })
  const assemble = assembler(options)
  service.on('data', (_lsn: string, message: Pgoutput.Message) => {
    const committed = assemble.take(message)
    // commitLsn, not commitEndLsn: the library adds 1, and past the end lies the next transaction.
    if (committed) void service.acknowledge(committed)
  })
  service.on('heartbeat', (lsn: string, _time: number, shouldRespond: boolean) => {
    // The next commit may have exactly this position, so only what lies before it was reached.
    if (assemble.isBetween()) options.onReached(parseLsn(lsn) - 1n)
    if (shouldRespond) void service.acknowledge(lsnBefore(lsn))
  })
  let stopped = false
  const lost = (error: Error) => {
    if (stopped) return
    stopped = true
    void slotName.drop()
    service.destroy().catch(() => {})
    options.onLost(error)
  }
  service.on('error', lost)
  const plugin = new PgoutputPlugin({ protoVersion: 1, publicationNames: [options.publication] })
  await new Promise<void>((resolve, reject) => {
    service.on('start', () => resolve())
    service.subscribe(plugin, slotName.name).then(
      () => lost(new Error('the change stream ended')),
      (error: unknown) => {
        const failure = error instanceof Error ? error : new Error(String(error))
        reject(failure)
        lost(failure)
      },
    )
  })
  return {
    async stop() {
      stopped = true
      await service.destroy()
      await slotName.drop()
    },
  }
}

/**
 * A slot of this run, with the run's number in its name. The connection that made it keeps an advisory lock while it lives,
 * so that only one engine consumes, and sweeps the slots of runs that died.
 */
async function createSlot(config: ClientConfig, prefix: string) {
  const holder = new Client(config)
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('select pg_advisory_lock(hashtext($1), 1)', [prefix])
  await holder.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots
     where slot_name like $1 || '_%' and database = current_database() and not active`,
    [prefix],
  )
  const name = `${prefix}_${process.pid}_${Date.now().toString(36)}`
  await holder.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name])
  return {
    name,
    async drop() {
      // An active slot can't be dropped yet; the next engine sweeps it.
      await holder.query('select pg_drop_replication_slot($1)', [name]).catch(() => {})
      await holder.end().catch(() => {})
    },
  }
}

/** Collects messages of a transaction; gives the LSN to acknowledge when it is complete. */
function assembler({
  onTransaction,
  onRelation,
}: {
  onTransaction(transaction: Transaction): void
  onRelation(table: { schema: string; name: string; columns: readonly string[] }): void
}) {
  let open: { xid: number; lsn: bigint; changes: Change[]; truncated: { schema: string; name: string }[] } | null = null
  const take = (message: Pgoutput.Message): string | null => {
    switch (message.tag) {
      case 'begin':
        open = { xid: message.xid, lsn: parseLsn(message.commitLsn), changes: [], truncated: [] }
        return null
      case 'relation':
        keepText(message)
        onRelation({ schema: message.schema, name: message.name, columns: message.columns.map(({ name }) => name) })
        return null
      case 'insert':
        open?.changes.push({ table: tableOf(message.relation), old: null, new: message.new })
        return null
      case 'update':
        open?.changes.push({ table: tableOf(message.relation), ...updated(message) })
        return null
      case 'delete':
        open?.changes.push({ table: tableOf(message.relation), old: message.old ?? message.key, new: null })
        return null
      case 'truncate':
        open?.truncated.push(...message.relations.map(({ schema, name }) => ({ schema, name })))
        return null
      case 'commit': {
        if (open) onTransaction(open)
        open = null
        return message.commitLsn
      }
      default:
        return null
    }
  }
  return { take, isBetween: () => open === null }
}

/** Values stay the text that Postgres printed; only booleans are printed differently here ('t') than by ::text ('true'). */
function keepText(relation: Pgoutput.MessageRelation) {
  for (const column of relation.columns) {
    column.parser =
      column.typeOid === boolOid ? (raw: string) => (raw === 't' ? 'true' : 'false') : (raw: string) => raw
  }
}

const columnNames = new WeakMap<Pgoutput.MessageRelation, Change['table']>()

function tableOf(relation: Pgoutput.MessageRelation): Change['table'] {
  const known = columnNames.get(relation)
  if (known) return known
  const table = {
    schema: relation.schema,
    name: relation.name,
    columns: relation.columns.map((column) => column.name),
  }
  columnNames.set(relation, table)
  return table
}

/** A large value that did not change is not sent again: it is in the old row, which REPLICA IDENTITY FULL gives whole. */
function updated(message: Pgoutput.MessageUpdate): { old: Row; new: Row } {
  const { old } = message
  if (!old) throw new Error(`${message.relation.name} needs REPLICA IDENTITY FULL`)
  const fresh: Record<string, string | null> = {}
  for (const { name } of message.relation.columns) {
    const value: string | null | undefined = message.new[name]
    fresh[name] = value === undefined ? (old[name] ?? null) : value
  }
  return { old, new: fresh }
}

function parseLsn(text: string | null): bigint {
  const [high = '0', low = '0'] = (text ?? '0/0').split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** The library acknowledges one past what it is told. */
function lsnBefore(text: string): string {
  const lsn = parseLsn(text) - 1n
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase()
}
