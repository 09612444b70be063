// The tree of one queue while it is edited: rows of the device, what is being written, and what each gesture does.
// Invariant: each gesture is its own mutations at once; what is typed is kept until it is saved or given up.
import type { OptionRow } from 'db/queues/queries.ts'
import { newId } from 'db/kit/new-id.ts'
import { changesBetween } from 'db/kit/merge-changes.ts'
import { useMemo, useState } from 'react'
import { toastError } from '../../../lib/app/toast.ts'
import { callMutation } from '../../../resource/call-mutation.ts'
import { mutate, type FileWithHash } from '../../../sync/client.ts'
import { newOption, textOf, withNew, type Draft, type Drafts, type OptionText } from './drafts.ts'
import { placements, placeOf, withPlacements, type OptionPlace, type Placement } from './option-tree.ts'

export interface OptionTreeState {
  /** With new ones that are being written. */
  options: readonly OptionRow[]
  drafts: Drafts
  /** `after`: the sibling before it; without: at the end of its level. */
  add(parentId: string | null, opener: string, after?: OptionRow): void
  edit(option: OptionRow, opener: string): void
  write(id: string, text: OptionText): void
  /** The form has closed. */
  close(id: string): void
  /** `files` that it names by their hash. */
  save(id: string, text: OptionText, files: readonly FileWithHash[]): Promise<void>
  move(id: string, place: OptionPlace): Promise<void>
  remove(id: string): Promise<void>
}

export function useOptionTree(queueId: string, rows: readonly OptionRow[]): OptionTreeState {
  const [drafts, setDrafts] = useState<Drafts>(new Map())
  // Several rows change by a move: they are shown in their places until all of them are.
  const [placed, setPlaced] = useState<readonly Placement[]>([])
  // Saved, and not among the rows yet: the tree does not blink in between.
  const [made, setMade] = useState<readonly OptionRow[]>([])
  const missing = made.filter(({ id }) => rows.every((row) => row.id !== id))
  if (missing.length < made.length) setMade(missing)
  const options = useMemo(
    () => withNew(withPlacements([...rows, ...missing], placed), drafts),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- missing follows rows and made
    [rows, made, placed, drafts],
  )
  const put = (draft: Draft) => setDrafts((all) => new Map(all).set(draft.before.id, draft))

  const write = (placing: readonly Placement[]) =>
    // Where an option stands is for the last who moved it: no question about it.
    placing.map(({ id, option, parentId }) =>
      mutate('queueOption.update', { id, changes: { option: { to: option }, parentId: { to: parentId } } }),
    )
  const place = async (placing: readonly Placement[]) => {
    setPlaced(placing)
    await Promise.all(write(placing)).catch(toastError)
    setPlaced([])
  }

  return {
    options,
    drafts,
    add(parentId, opener, after) {
      const before = newOption(newId(), queueId, rows, parentId, after)
      put({ ...textOf(before), before, isNew: true, opener })
    },
    edit: (before, opener) => put({ ...textOf(before), before, isNew: false, opener }),
    write: (id, text) =>
      setDrafts((all) => {
        const draft = all.get(id)
        return draft ? new Map(all).set(id, { ...draft, ...text }) : all
      }),
    close: (id) => setDrafts((all) => new Map([...all].filter(([each]) => each !== id))),
    async save(id, text, files) {
      const draft = drafts.get(id)
      if (!draft) return
      if (!draft.isNew) return update(draft.before, text, files)
      await create(draft.before, text, rows, files)
      setMade((all) => [...all, { ...draft.before, ...text }])
    },
    // A new one that is being written has no row yet.
    move: (id, to) => place(placements(options, id, to).filter((each) => !drafts.get(each.id)?.isNew)),
    remove: (id) => mutate('queueOption.delete', { id }),
  }
}

type Files = readonly FileWithHash[]

/** It gets a whole number, and those behind it the next ones. */
async function create(before: OptionRow, text: OptionText, rows: readonly OptionRow[], files: Files) {
  const all = [...rows.filter(({ id }) => id !== before.id), before]
  const [own, ...others] = placements(all, before.id, placeOf(all, before.id))
  const isOwn = own?.id === before.id
  const { id, queueId, parentId } = before
  const option = isOwn ? own.option : before.option
  await callMutation('queueOption.create', { id, queueId, parentId, option, ...text }, files)
  const rest = isOwn ? others : own ? [own, ...others] : []
  await Promise.all(
    rest.map((other) => mutate('queueOption.update', { id: other.id, changes: { option: { to: other.option } } })),
  )
}

async function update(before: OptionRow, text: OptionText, files: Files) {
  const changes = changesBetween(before, text)
  if (Object.keys(changes).length > 0) await callMutation('queueOption.update', { id: before.id, changes }, files)
}
