import type { QuotedMessage } from 'db/messages/queries.ts'
import { unsigned } from '../../../lib/text/signature.ts'
import { useSession } from '../../../sync/session-client.ts'

export type Signable = Pick<QuotedMessage, 'body' | 'fromMe' | 'userId' | 'userName'>

/** What its writer wrote: their name above it is for the customer, whoever works here is told otherwise who it was. */
export function useUnsigned(): (message: Signable) => string {
  const user = useSession()?.user
  return ({ body, fromMe, userId, userName }) => {
    // Of one that was just written its row has no name yet.
    const name = userName ?? (userId !== null && userId === user?.id ? user.name : null)
    return fromMe && name !== null ? unsigned(body, name) : body
  }
}
