import { useSyncStatus } from '../sync/client.ts'

/** Whether the server can be asked now: what only it can do is offered then. */
export function useOnline(): boolean {
  const { network, phase } = useSyncStatus()
  return network === 'online' && phase !== 'reconnecting'
}
