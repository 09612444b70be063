// What is being written on the tree: options whose form is open, new ones among them. Pure.
import type { OptionRow } from 'db/queues/queries.ts'
import { childrenOf } from 'db/bot/flow.ts'
import { noStoredFile } from 'db/media/media-args.ts'
import type { StoredFile } from '../../../desk/files/stored-file.ts'

/** What the form of an option writes. */
export interface OptionText extends StoredFile {
  title: string
  message: string
}

export interface Draft extends OptionText {
  /** As it was when the form opened; of a new one, where it will stand, between two of its siblings. */
  before: OptionRow
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
  return { id, queueId, parentId, option, title: '', message: '', ...noStoredFile }
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
    return draft && draft.title.trim() !== '' ? { ...option, ...textOf(draft), title: draft.title.trim() } : option
  })
  return written.filter(({ title }) => title !== '')
}

export function textOf({ title, message, mediaHash, mediaName, mediaMime, mediaSize }: OptionText): OptionText {
  return { title, message, mediaHash, mediaName, mediaMime, mediaSize }
}
