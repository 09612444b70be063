import { useState } from 'react'
import { useOutbox } from '../../../sync/client.ts'

const none: ReadonlySet<string> = new Set()

/** Tickets that were deleted here since this list stands: what the server told of before has them still. One whose deletion is refused is back. */
export function useDeleted(): ReadonlySet<string> {
  const outbox = useOutbox()
  const [deleted, setDeleted] = useState(none)
  const asked = outbox.filter(({ name }) => name === 'ticket.delete')
  const now = asked.filter(({ state }) => state !== 'refused').map(({ args }) => String(args['id']))
  const refused = asked.filter(({ state }) => state === 'refused').map(({ args }) => String(args['id']))
  if (now.some((id) => !deleted.has(id)) || refused.some((id) => deleted.has(id))) {
    setDeleted(new Set([...deleted, ...now].filter((id) => !refused.includes(id))))
  }
  return deleted
}
