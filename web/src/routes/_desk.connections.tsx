import { createFileRoute, Outlet } from '@tanstack/react-router'
import { ConnectionsPage } from '../features/connections/connections-page.tsx'
import { requirePermission } from '../lib/require-permission.ts'

export const Route = createFileRoute('/_desk/connections')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'connections-page:actionButtons'),
  component: Connections,
})

function Connections() {
  return (
    <ConnectionsPage>
      <Outlet />
    </ConnectionsPage>
  )
}
