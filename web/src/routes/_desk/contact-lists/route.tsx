import { createFileRoute } from '@tanstack/react-router'
import { PlanGuard } from '../../../desk/guards/plan-guard.tsx'
import { contactLists } from '../../../features/contact-lists/contact-lists.tsx'
import { OpenList } from '../../../features/contact-lists/open-list.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { ResourceScreen } from '../../../resource/screen.tsx'

export const Route = createFileRoute('/_desk/contact-lists')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'campaigns-page:view'),
  component: () => (
    <PlanGuard feature="useCampaigns">
      <ResourceScreen resource={contactLists} RowTools={OpenList} />
    </PlanGuard>
  ),
})
