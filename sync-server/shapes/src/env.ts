// Settings of the standalone engine (`pnpm shapes`), from environment variables; docs/operations.md has the table.
import { databaseUrl, logLevel, port, readSettings } from 'db/node/settings.ts'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { ShapeEngineOptions } from './options.ts'

const number = v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1))
const flag = v.pipe(
  v.picklist(['0', '1', 'true', 'false']),
  v.transform((text) => text === '1' || text === 'true'),
)

const schema = v.object({
  DATABASE_URL: databaseUrl,
  PORT: v.optional(port, '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  LOG_LEVEL: v.optional(logLevel, 'info'),
  /** Folder of the change log and the snapshots; one engine each. */
  SHAPES_DIR: v.optional(v.string(), 'data/shapes'),
  PUBLICATION: v.optional(v.string(), 'balcao_shapes'),
  SLOT: v.optional(v.string(), 'balcao_shapes'),
  /** Other engines, each with a SLOT of its own, follow this database: clients may come over to any of them. */
  PEERS: v.optional(flag, '0'),
  /** Makes the publication, and adds tables to it, with REPLICA IDENTITY FULL, when they are first asked for. */
  MANAGE_PUBLICATION: v.optional(flag, '1'),
  /** Requests must carry it as `secret`. */
  SECRET: v.optional(v.string()),
  ALLOW_SHAPE_DELETION: v.optional(flag, '0'),
  CHUNK_BYTES: v.optional(number),
  LONG_POLL_MS: v.optional(number),
  SSE_MS: v.optional(number),
  /** Seconds. */
  CACHE_MAX_AGE: v.optional(number),
  CACHE_STALE_AGE: v.optional(number),
  MAX_SHAPES: v.optional(number),
  /** Bytes of the change log on disk, of all snapshots on disk, of recent changes in memory. */
  LOG_BYTES: v.optional(number),
  SNAPSHOT_BYTES: v.optional(number),
  MEMORY_BYTES: v.optional(number),
  /** ms between looks at tables, slot and limits, and at least between two at what was erased. */
  WATCH_MS: v.optional(number),
  ERASE_MS: v.optional(number),
})

type ShapesEnv = v.InferOutput<typeof schema>

/** @throws SettingsError */
export const parseShapesEnv = (env: NodeJS.ProcessEnv): ShapesEnv => readSettings(schema, env)

export const settingsOf = (env: ShapesEnv, logger: Logger): ShapeEngineOptions => ({
  databaseUrl: env.DATABASE_URL,
  dir: env.SHAPES_DIR,
  publication: env.PUBLICATION,
  slot: env.SLOT,
  peers: env.PEERS,
  managePublication: env.MANAGE_PUBLICATION,
  allowDeletion: env.ALLOW_SHAPE_DELETION,
  secret: env.SECRET,
  chunkBytes: env.CHUNK_BYTES,
  longPollMs: env.LONG_POLL_MS,
  sseMs: env.SSE_MS,
  maxAge: env.CACHE_MAX_AGE,
  staleAge: env.CACHE_STALE_AGE,
  maxShapes: env.MAX_SHAPES,
  logBytes: env.LOG_BYTES,
  snapshotBytes: env.SNAPSHOT_BYTES,
  memoryBytes: env.MEMORY_BYTES,
  watchMs: env.WATCH_MS,
  eraseMs: env.ERASE_MS,
  logger,
})
