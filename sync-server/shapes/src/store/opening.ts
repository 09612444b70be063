// What an earlier process left in the store's folder: its log, what is kept of subqueries, snapshots that are nobody's.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type postgres from 'postgres'
import type { Table } from '../catalog.ts'
import { ChangeLog } from '../log/change-log.ts'
import type { Announcer } from '../peers/announcer.ts'
import type { Routes } from '../routes.ts'
import type { ShapeDefinition } from '../shape.ts'
import { SnapshotFile } from '../snapshot/snapshot-file.ts'
import type { Ingest } from '../stream/ingest.ts'
import type { Lsn } from '../stream/lsn.ts'
import type { RecentXids } from '../stream/recent-xids.ts'
import { Subqueries, type SubqueriesOptions } from '../subqueries/subqueries.ts'
import type { EraserOptions } from './eraser.ts'
import type { ShapeJournal, ShapeRecord } from './shape-journal.ts'

export interface ShapeStoreOptions {
  sql: postgres.Sql
  dir: string
  /** Commits up to here were taken before. */
  acknowledged: Lsn
  chunkBytes: number
  maxShapes: number
  logBytes: number
  snapshotBytes: number
  memoryBytes: number
  turnMs: number
  eraseMs: number
  /** Null: no other engine needs to know of shapes. */
  announcer: Announcer | null
  logger: Logger
  onDurable(): void
  /** Nothing more can be written. */
  onFailure(error: unknown): void
  onTableAltered(table: Table): void
  onRelation: ConstructorParameters<typeof Ingest>[0]['onRelation']
  /** Tables by their oids as they are now; null for those that there are no more. */
  describe: EraserOptions['describe']
  /** Has the change stream tell how far it is. */
  ping(): void
  /** The definition of a remembered shape, or null when its table is another now. */
  define(record: Omit<ShapeRecord, 'start' | 'moment' | 'ends'>): Promise<ShapeDefinition | null>
}

type SubqueryEvents = Pick<SubqueriesOptions, 'takeSnapshot' | 'onReady' | 'onLost'>

/** `events`: not before the store is open. */
export function openSubqueries(
  options: ShapeStoreOptions,
  routes: Routes,
  events: SubqueryEvents,
): Promise<Subqueries> {
  const folder = join(options.dir, 'snapshots')
  return Subqueries.open({ ...options, ...events, routes, snapshotFile: (handle) => new SnapshotFile(folder, handle) })
}

interface Kept {
  journal: ShapeJournal
  routes: Routes
  recentXids: RecentXids
  subqueries: Subqueries
}

/** @throws CorruptLog */
export function openLog(
  options: ShapeStoreOptions,
  { journal, routes, recentXids, subqueries }: Kept,
): Promise<ChangeLog> {
  return ChangeLog.open(
    {
      dir: join(options.dir, 'log'),
      maxBytes: options.logBytes,
      cacheBytes: options.memoryBytes,
      syncFirst: () => journal.sync(),
      onDurable: options.onDurable,
      onFailure: options.onFailure,
      onTrim(position, lsn) {
        const losing = routes.trim(position, lsn).map(({ handle }) => handle)
        journal.dropped(losing, lsn)
      },
    },
    (header, position) => {
      if (header.firstOp === 0) recentXids.add(header.xid)
      routes.logged(header.keys, position, 0)
      subqueries.missed(header, position)
    },
  ).catch((error: unknown) => {
    journal.close()
    subqueries.close()
    throw error
  })
}

/** Snapshots of shapes that there are no more. */
export async function deleteOrphans(dir: string, isKnown: (name: string) => boolean) {
  const folder = join(dir, 'snapshots')
  for (const name of await readdir(folder)) {
    if (!isKnown(name)) await rm(join(folder, name), { force: true })
  }
}
