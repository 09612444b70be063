import type { Logger } from 'pino'
import type postgres from 'postgres'
import type { Routes } from '../routes.ts'
import type { Shape } from '../shape.ts'
import type { SnapshotFile } from '../snapshot/snapshot-file.ts'

export interface SubqueriesOptions {
  dir: string
  sql: postgres.Sql
  /** Of snapshots. */
  chunkBytes: number
  /** Of the logs of all shapes together; the oldest messages go first. */
  logBytes: number
  /** ms of work after which others have their turn. */
  turnMs: number
  logger: Logger
  routes: Routes
  /** A file for the snapshot of a source. */
  snapshotFile(handle: string): SnapshotFile
  /** Takes a source's snapshot, in parts that are read whole. */
  takeSnapshot(shape: Shape, chunkBytes: number): void
  /** Has the change stream tell how far it is. */
  ping(): void
  onReady(shape: Shape): void
  /** `failure`: null when its clients should start again. */
  onLost(shape: Shape, failure: unknown): void
  /** Nothing more can be written. */
  onFailure(error: unknown): void
}
