import { connectionChoices } from 'db/connections/queries.ts'
import { useQuery } from '../../sync/client.ts'

/** Whether the company has more than one number: only then does it tell something which one a ticket is of. */
export const useSeveralConnections = (): boolean => useQuery(connectionChoices()).rows.length > 1
