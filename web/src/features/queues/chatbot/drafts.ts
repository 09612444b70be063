// What is being written on the tree: options whose form is open, new ones among them. Pure.
import { childrenOf } from 'db/bot/flow.ts'
import type { OptionRow } from '../queries.ts'

export interface Draft {
  /** As it was when the form opened; of a new one, where it will stand, between two of its siblings. */
  before: OptionRow
  title: string
  message: string
  isNew: boolean
  /** What has the focus again when the form closes. */
  opener: string
}
export type Drafts = ReadonlyMap<string, Draft>

/** Below `parentId`: behind the option `after`, or at the end. */
export function newOption(
  id: string,
  queueId: string,
  options: readonly OptionRow[],
  parentId: string | null,
  after?: OptionRow,
): OptionRow {
  const last = childrenOf({ options }, parentId).at(-1)
  // A half between whole numbers: it gets one of its own when it is saved.
  const option = after ? after.option + 0.5 : (last?.option ?? 0) + 1
  return { id, queueId, parentId, option, title: '', message: '', mediaHash: null }
}

/** The tree with the new ones in it. A draft of an option that somebody removed has no place any more. */
export function withNew(options: readonly OptionRow[], drafts: Drafts): readonly OptionRow[] {
  const known = new Set(options.map(({ id }) => id))
  const fresh = [...drafts.values()].filter(({ isNew, before }) => isNew && !known.has(before.id))
  return [...options, ...fresh.map(({ before }) => before)]
}

/** The tree as the customer would see it, were everything saved that can be. */
export function withDrafts(options: readonly OptionRow[], drafts: Drafts): readonly OptionRow[] {
  const written = withNew(options, drafts).map((option) => {
    const draft = drafts.get(option.id)
    return draft && draft.title.trim() !== ''
      ? { ...option, title: draft.title.trim(), message: draft.message }
      : option
  })
  return written.filter(({ title }) => title !== '')
}
