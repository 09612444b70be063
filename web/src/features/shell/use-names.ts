import { useMemo } from 'react'
import { useQuery, type OutboxEntry } from '../../sync/client.ts'
import { namesOf } from './queries.ts'

/** What the ids in these entries stand for: by the rows here, else by the entry that makes the row. */
export function useNames(entries: readonly OutboxEntry[]): (id: string) => string | undefined {
  const query = useMemo(() => {
    const ids = entries.flatMap(({ args }) => [args['id'], args['ticketId']]).filter((id) => typeof id === 'string')
    return ids.length === 0 ? null : namesOf([...new Set(ids)].toSorted())
  }, [entries])
  const { rows } = useQuery(query)
  return useMemo(() => {
    const names = new Map([...entries.flatMap(namedBy), ...rows.map(({ id, name }) => [id, name] as const)])
    return (id) => names.get(id)
  }, [entries, rows])
}

function namedBy({ args: { id, name } }: OutboxEntry): (readonly [string, string])[] {
  return typeof id === 'string' && typeof name === 'string' ? [[id, name]] : []
}
