import { t } from '@lingui/core/macro'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { ConnectionsPage } from '../features/connections/connections-page.tsx'
import { toastNotice } from '../lib/toast.ts'

export const Route = createFileRoute('/_desk/connections')({
  beforeLoad: ({ context }) => {
    if (hasPermission(context.actor, 'connections-page:actionButtons')) return
    toastNotice(t`Acesso não permitido`)
    throw redirect({ to: '/tickets' })
  },
  component: Connections,
})

function Connections() {
  return (
    <ConnectionsPage>
      <Outlet />
    </ConnectionsPage>
  )
}
