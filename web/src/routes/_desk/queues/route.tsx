import { createFileRoute, Outlet } from '@tanstack/react-router'
import { QueuesPage } from '../../../features/queues/queues-page.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/queues')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'queues-page:view'),
  component: Queues,
})

function Queues() {
  return (
    <QueuesPage>
      <Outlet />
    </QueuesPage>
  )
}
