import { t } from '@lingui/core/macro'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { QueuesPage } from '../features/queues/queues-page.tsx'
import { toastNotice } from '../lib/toast.ts'

export const Route = createFileRoute('/_desk/queues')({
  beforeLoad: ({ context }) => {
    if (hasPermission(context.actor, 'queues-page:edit')) return
    toastNotice(t`Acesso não permitido`)
    throw redirect({ to: '/tickets' })
  },
  component: Queues,
})

function Queues() {
  return (
    <QueuesPage>
      <Outlet />
    </QueuesPage>
  )
}
