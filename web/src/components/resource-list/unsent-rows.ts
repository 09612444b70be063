// The rows of a resource as its page lists them, with what of each the server has not taken, from the entries of the outbox. Pure; the entries come from whoever shows the list.

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

export type Listed<Row, Entry> = Row & { unsent: Entry | 'waiting' | undefined }

/** Also those that the server refused to make: `rowOf` reads them from their entry. */
export function listedRows<Row extends { id: string }, Entry extends UnsentEntry>(
  rows: readonly Row[],
  outbox: readonly Entry[],
  noun: string,
  rowOf: (entry: Entry) => Row,
): Listed<Row, Entry>[] {
  const unsent = unsentRows(outbox, noun)
  const known = new Set(rows.map(({ id }) => id))
  const unmade = [...unsent.values()]
    .filter((entry) => entry !== 'waiting')
    .filter(({ name, args }) => name === `${noun}.create` && !known.has(String(args['id'])))
    .map(rowOf)
  return [...rows, ...unmade].map((row) => ({ ...row, unsent: unsent.get(row.id) }))
}
