import { createFileRoute, Outlet } from '@tanstack/react-router'
import { ConnectionsPage } from '../../../features/connections/connections-page.tsx'

export const Route = createFileRoute('/_desk/connections')({ component: Connections })

function Connections() {
  return (
    <ConnectionsPage>
      <Outlet />
    </ConnectionsPage>
  )
}
