// A long list that only the server knows, as a window that grows while somebody scrolls. Each growth doubles it, and all of it is read again as
// one, so that what is shown is of one moment. Invariant: what was read stays on the screen until something newer comes.
import { useState } from 'react'
import type * as v from 'valibot'
import { useServerData, type ServerData } from './use-server-data.ts'

const first = 60

interface Page {
  cursor: string | null
}

export interface ServerWindow<T> extends ServerData<T> {
  /** Reads more, if there is more. */
  more(): void
}

/** `path` below /api, of a list that takes a `limit`; null: nothing is asked. */
export function useServerWindow<Schema extends v.GenericSchema<unknown, Page>>(
  path: string | null,
  schema: Schema,
): ServerWindow<v.InferOutput<Schema>> {
  const [limits, setLimits] = useState({ path, limit: first })
  const limit = limits.path === path ? limits.limit : first
  const server = useServerData(path && `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`, schema)
  const [kept, setKept] = useState<{ path: string | null; data: v.InferOutput<Schema>; at: Date | null }>()
  if (server.data !== null && kept?.data !== server.data) setKept({ path, data: server.data, at: server.at })
  const shown = kept?.path === path ? kept : null
  const { data, at } = server.data === null && shown ? shown : server
  return {
    ...server,
    data,
    at,
    // Only what was just read says whether there is more.
    more: () => server.data?.cursor && setLimits({ path, limit: limit * 2 }),
  }
}
