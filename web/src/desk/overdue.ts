import type { SyncStatus } from '../sync/session-client.ts'

/** Whether nothing new comes, or nothing is taken, until the company has paid. Without network nobody knows. */
export function isOverdue({ network, overdue, pushRefused }: Pick<SyncStatus, 'network' | 'overdue' | 'pushRefused'>) {
  return network === 'online' && (overdue !== null || pushRefused === 'ERR_SUBSCRIPTION_EXPIRED')
}
