import { isCut, useSyncStatus } from '../../sync/session-client.ts'

/** Whether the server can be asked now: what only it can do is offered then. */
export function useOnline(): boolean {
  return !useSyncStatus(isCut)
}

/** Whether the server answers, be it to an overdue company, to which it speaks of bills alone. */
export function useAnswered(): boolean {
  return useSyncStatus((status) => !isCut(status) || (status.network === 'online' && status.overdue !== null))
}
