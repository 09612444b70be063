// What the choices in the dialog that deletes a connection mean. Pure.
import type { MutationArgs } from 'db/mutations.ts'

interface Choices {
  /** Conversations that are not closed. */
  open: number
  /** Where they go on, or 'close'; null: not chosen yet. */
  fate: string | null
  /** The default from then on; null: not chosen. */
  heirId: string | null
}

/** Null: something is still to be chosen. Where the conversations go is the default, if nobody chose another one. */
export function removalOf(
  { id, isDefault }: { id: string; isDefault: boolean },
  { open, fate, heirId }: Choices,
): MutationArgs<'connection.delete'> | null {
  if (open > 0 && fate === null) return null
  const moveTo = open === 0 || fate === 'close' ? null : fate
  const defaultId = isDefault ? (heirId ?? moveTo) : null
  return isDefault && defaultId === null ? null : { id, moveTo, defaultId }
}
