import { namesOf } from 'db/mutation-log/queries.ts'
import { useMemo } from 'react'
import { useQuery, type OutboxEntry } from '../../../sync/client.ts'
import { entriesBy } from '../../entries.ts'

/** What the ids in these entries stand for: by the rows here, else by the entry that makes the row. */
export function useNames(entries: readonly OutboxEntry[]): (id: string) => string | undefined {
  const query = useMemo(() => {
    const ids = entries.flatMap(({ args, details }) => [...idsIn(args), ...idsIn(details)])
    return ids.length === 0 ? null : namesOf({ ids: [...new Set(ids)].toSorted() })
  }, [entries])
  const { rows } = useQuery(query)
  return useMemo(() => {
    const names = new Map([...entries.flatMap(namedBy), ...rows.map(({ id, name }) => [id, name] as const)])
    return (id) => names.get(id)
  }, [entries, rows])
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Also those in the fields of an edit, and in the values that it met. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return uuid.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}

function namedBy({ name, args }: OutboxEntry): (readonly [string, string])[] {
  const { id } = args
  const named = args[entriesBy(name)?.entries.namedBy ?? '']
  return typeof id === 'string' && typeof named === 'string' ? [[id, named]] : []
}
