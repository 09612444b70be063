// Which rows of a resource the server has not taken, from the entries of the outbox. Pure; the entries come from whoever shows the list.

export interface UnsentEntry {
  name: string
  args: Record<string, unknown>
  state: 'waiting' | 'applied' | 'refused'
}

/** By row id: its refused entry, or 'waiting'. What waits behind a refused one is told by that one. */
export function unsentRows<Entry extends UnsentEntry>(
  entries: readonly Entry[],
  noun: string,
): ReadonlyMap<string, Entry | 'waiting'> {
  const unsent = new Map<string, Entry | 'waiting'>()
  for (const entry of entries) {
    const id = entry.args['id']
    if (typeof id !== 'string' || !entry.name.startsWith(`${noun}.`)) continue
    if (typeof unsent.get(id) === 'object') continue
    unsent.set(id, entry.state === 'refused' ? entry : 'waiting')
  }
  return unsent
}
