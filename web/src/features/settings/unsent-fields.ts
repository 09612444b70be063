// What of the settings the server has not taken, field by field: each change is saved by itself. Pure.
import type { UnsentEntry } from '../../components/resource-list/unsent-rows.ts'

const names = new Set(['settings.update', 'company.update'])

/** By field: the refused change, or 'waiting'. What waits behind a refused one is told by that one. */
export function unsentFields<Entry extends UnsentEntry>(
  entries: readonly Entry[],
): ReadonlyMap<string, Entry | 'waiting'> {
  const unsent = new Map<string, Entry | 'waiting'>()
  for (const entry of entries) {
    if (!names.has(entry.name)) continue
    for (const field of Object.keys(entry.args['changes'] ?? {})) {
      if (typeof unsent.get(field) === 'object') continue
      unsent.set(field, entry.state === 'refused' ? entry : 'waiting')
    }
  }
  return unsent
}
