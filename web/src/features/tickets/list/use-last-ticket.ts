import { ticketDetail } from 'db/tickets/queries.ts'
import { idArg } from 'db/kit/columns.ts'
import { useState } from 'react'
import * as v from 'valibot'
import { useComplete, useQuery } from '../../../sync/client.ts'

/** The ticket that is open, or was last; none once it has left this device, given away for example: nothing is there to go back to. */
export function useLastTicket(selectedId: string | undefined): string | undefined {
  const [last, setLast] = useState({ id: selectedId, wasHere: false })
  if (selectedId !== undefined && selectedId !== last.id) setLast({ id: selectedId, wasHere: false })
  const one = v.is(idArg, last.id) ? ticketDetail({ id: last.id }) : null
  const isHere = useQuery(one).rows.length > 0
  const complete = useComplete(one)
  // One of the archive never is.
  if (isHere && !last.wasHere) setLast({ ...last, wasHere: true })
  const gone = complete && last.wasHere && !isHere
  return gone ? undefined : last.id
}
