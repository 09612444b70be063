import { useSyncStatus } from '../../sync/client.ts'

/** Whether the server can be asked now: what only it can do is offered then. */
export function useOnline(): boolean {
  const { network, phase } = useSyncStatus()
  return network === 'online' && phase !== 'reconnecting'
}

/** Whether the server answers, be it to an overdue company, to which it speaks of bills alone. */
export function useAnswered(): boolean {
  const online = useOnline()
  const { network, overdue } = useSyncStatus()
  return online || (network === 'online' && overdue !== null)
}
