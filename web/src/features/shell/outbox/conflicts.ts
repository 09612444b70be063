// An edit whose fields somebody else changed meanwhile: what is to be chosen, and the args that say what was chosen. Pure;
// serves every resource of db/kit/crud.ts, whose refusal carries the values.
import type { Change, Conflict } from 'db/kit/merge-changes.ts'
import * as v from 'valibot'
import type { OutboxEntry } from '../../../sync/client.ts'

export type Side = 'mine' | 'theirs'
export type Conflicts = Readonly<Record<string, Conflict>>

const conflictsSchema = v.record(
  v.string(),
  v.object({ from: v.optional(v.unknown()), to: v.unknown(), current: v.unknown() }),
)

/** The conflicts for which an entry was refused; null when it was not, or for another reason. */
export function conflictsOf({ state, code, details }: OutboxEntry): Conflicts | null {
  if (state !== 'refused' || code !== 'ERR_CONFLICT') return null
  const result = v.safeParse(conflictsSchema, details?.['conflicts'])
  return result.success ? result.output : null
}

/** A file is several columns and one thing to choose: its columns follow the one that names it. */
const follows: Readonly<Record<string, string>> = {
  mediaHash: 'mediaName',
  mediaMime: 'mediaName',
  mediaSize: 'mediaName',
}

/** Whose choice is a field's choice. */
const leaderOf = (field: string, conflicts: Conflicts) => {
  const leader = follows[field]
  return leader !== undefined && leader in conflicts ? leader : field
}

/** Those that are asked about. */
export function questions(conflicts: Conflicts): string[] {
  return Object.keys(conflicts).filter((field) => leaderOf(field, conflicts) === field)
}

/** Fields of the edit that met nothing and are saved with what is chosen. */
export function freeFields({ args }: OutboxEntry, conflicts: Conflicts): string[] {
  const met = 'mediaName' in conflicts ? { ...conflicts, ...follows } : conflicts
  return Object.keys(changesOf(args)).filter((field) => !(field in met))
}

/**
 * Mine: written over what the server has now, and refused again if that has moved on. Theirs: no longer part of the edit.
 * Null when nothing of the edit is left.
 */
export function resolvedArgs(
  args: Record<string, unknown>,
  conflicts: Conflicts,
  chosen: Readonly<Record<string, Side>>,
): Record<string, unknown> | null {
  const changes = Object.entries(changesOf(args)).flatMap(([field, change]): [string, Change][] => {
    const conflict = conflicts[field]
    if (!conflict) return [[field, change]]
    return chosen[leaderOf(field, conflicts)] === 'mine' ? [[field, { from: conflict.current, to: change.to }]] : []
  })
  return changes.length === 0 ? null : { ...args, changes: Object.fromEntries(changes) }
}

function changesOf(args: Record<string, unknown>): Record<string, Change> {
  return (args['changes'] ?? {}) as Record<string, Change>
}
