import { useMemo, useState } from 'react'
import { useOutbox } from '../../../sync/client.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Tickets that were deleted here since this list stands: what the server told of before has them still. One whose deletion is refused is back,
 * and so is one that is taken back in time.
 */
export function useDeleted(): ReadonlySet<string> {
  const asked = useOutbox((entries) => entries.filter(({ name }) => name === 'ticket.delete'))
  const [deleted, setDeleted] = useState(none)
  const idsOf = (entries: typeof asked) => entries.map(({ args }) => String(args['id']))
  const refused = idsOf(asked.filter(({ state }) => state === 'refused'))
  const going = asked.filter(({ state }) => state !== 'refused')
  const gone = idsOf(going.filter(({ notBefore }) => notBefore === undefined))
  const resting = idsOf(going.filter(({ notBefore }) => notBefore !== undefined)).join()
  if (gone.some((id) => !deleted.has(id)) || refused.some((id) => deleted.has(id))) {
    setDeleted(new Set([...deleted, ...gone].filter((id) => !refused.includes(id))))
  }
  return useMemo(() => (resting === '' ? deleted : new Set([...deleted, ...resting.split(',')])), [deleted, resting])
}
