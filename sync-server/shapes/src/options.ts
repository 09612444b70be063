import type { Logger } from 'pino'

export interface ShapeEngineOptions {
  databaseUrl: string
  /** Folder of the change log and the snapshots; an engine's own. */
  dir: string
  publication?: string
  /** Replication slot; engines with the same one take turns. Made when it is not there, and kept. Default: one for each database. */
  slot?: string
  /** Other engines, with slots of their own, follow the same database: each keeps the shapes of all, for clients that come over. */
  peers?: boolean
  /** Makes the publication, and adds tables to it, when they are first asked for; otherwise migrations do. */
  managePublication?: boolean
  /** What requests must carry as `secret`. */
  secret?: string
  allowDeletion?: boolean
  longPollMs?: number
  /** ms that a request waits for an engine that is just starting. */
  startingMs?: number
  /** ms that an event stream lasts. */
  sseMs?: number
  /** Snapshots and logs are sent in parts of about this size. */
  chunkBytes?: number
  /** Seconds that caches may keep answers that are not live; `staleAge`: and may give them while they ask for newer ones. */
  maxAge?: number
  staleAge?: number
  maxShapes?: number
  /** Bytes of the change log on disk before its oldest segment is dropped. */
  logBytes?: number
  /** Bytes of all snapshots on disk before those used least recently are deleted. */
  snapshotBytes?: number
  /** Bytes of recent changes kept in memory, so that live requests need no disk. */
  memoryBytes?: number
  /** ms of work on subqueries after which others have their turn. */
  turnMs?: number
  /** ms between looks at what was deleted in the database, and is to go from log and snapshots. */
  eraseMs?: number
  /** Requests that wait for a snapshot, or read one, at once; more are told to come back. */
  maxInitialRequests?: number
  /** Requests that wait for changes at once. */
  maxLiveRequests?: number
  /** Bytes of WAL that Postgres may keep for the replication slot before `alarm` says so. */
  retainedAlarmBytes?: number
  /** ms between looks at tables, slot and limits. */
  watchMs?: number
  logger: Logger
}

const mebibyte = 1024 * 1024

export const withDefaults = (options: ShapeEngineOptions) => ({
  publication: 'balcao',
  slot: null as string | null,
  peers: false,
  managePublication: false,
  secret: null as string | null,
  allowDeletion: false,
  longPollMs: 20_000,
  startingMs: 5000,
  sseMs: 60_000,
  chunkBytes: 10 * mebibyte,
  maxAge: 60,
  staleAge: 300,
  maxShapes: 20_000,
  logBytes: 1024 * mebibyte,
  snapshotBytes: 4096 * mebibyte,
  memoryBytes: 32 * mebibyte,
  turnMs: 10,
  eraseMs: 15_000,
  maxInitialRequests: 1000,
  maxLiveRequests: 100_000,
  retainedAlarmBytes: 1024 * mebibyte,
  watchMs: 5000,
  ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  databaseUrl: options.databaseUrl,
  dir: options.dir,
  logger: options.logger,
})

export type EngineSettings = ReturnType<typeof withDefaults>
