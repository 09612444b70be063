import { hasPermission } from 'db/kit/permissions.ts'
import { isOverdue } from '../../desk/overdue.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useSyncStatus } from '../../sync/session-client.ts'

/** Whether the server lets this session do nothing but pay, and whoever has it may. */
export function useConfined(): boolean {
  const actor = useActor()
  const overdue = useSyncStatus((status) => status.overdue !== null && isOverdue(status))
  return overdue && hasPermission(actor, 'billing:view')
}
