// Saving the form of a row: as an edit of the row, or in place of the change that the server refused.
import { saveTarget, type OpenTarget } from '../components/resource-form/edit-target.ts'
import { discardEntry, retryEntry, type FileWithHash, type OutboxEntry } from '../sync/client.ts'
import { callMutation } from './call-mutation.ts'
import type { Resource } from './resource.ts'

type Noun = Resource<{ id: string }>['noun'] | 'queue'

/** A refused entry with new files is written anew, behind what is already waiting for them. */
export async function saveRow<Row extends { id: string }>(
  noun: Noun,
  target: OpenTarget<Row, OutboxEntry>,
  values: Partial<Row>,
  files: readonly FileWithHash[] = [],
) {
  return saveTarget(target, values, {
    update: (args) => callMutation(`${noun}.update`, args, files),
    discard: discardEntry,
    async retry(entryId, args) {
      if (files.length === 0) return retryEntry(entryId, args)
      await callMutation(target.kind === 'refused-create' ? `${noun}.create` : `${noun}.update`, args, files)
      await discardEntry(entryId)
    },
  })
}
