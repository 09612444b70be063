// What is looked for, and how far it was read.
import type { HitRow } from 'db/tickets/search-queries.ts'

export interface Search {
  /** Folded. */
  words: readonly string[]
  typed: string
  tagIds: readonly string[]
  userIds: readonly string[]
}

export type Cursor = Pick<HitRow, 'sortKey' | 'id'>

export const hitsPerPage = 60
