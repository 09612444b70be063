// What the check and its client processes say to each other.
import type { Row } from './rows.ts'
import type { ShapeSpec } from './shape-spec.ts'

export type ToClient =
  | { kind: 'follow'; spec: ShapeSpec }
  | { kind: 'unfollow'; id: string }
  /** As soon as it is up to date with `lsn` it must have exactly these rows. */
  | { kind: 'expect'; id: string; round: number; lsn: string; digest: string }
  | { kind: 'show'; id: string }

export type FromClient =
  /** Up to date and stored for the first time, or again after `refetch`. */
  | { kind: 'ready'; id: string }
  /** Took changes; said now and then while something is expected. */
  | { kind: 'moved'; id: string }
  | { kind: 'refetch'; id: string; handle: string }
  | { kind: 'checked'; id: string; round: number; isEqual: boolean; lsn: string }
  | { kind: 'shown'; id: string; rows: Row[]; lsn: string; isAtRest: boolean; status: string }
  | { kind: 'failed'; id: string; message: string }
