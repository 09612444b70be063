import { createFileRoute } from '@tanstack/react-router'
import { PlanGuard } from '../../../desk/guards/plan-guard.tsx'
import { ItemsPage } from '../../../features/contact-lists/items-page.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/contact-lists_/$listId/contacts')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'campaigns-page:view'),
  component: Contacts,
})

function Contacts() {
  const { listId } = Route.useParams()
  return (
    <PlanGuard feature="useCampaigns">
      <ItemsPage listId={listId} />
    </PlanGuard>
  )
}
