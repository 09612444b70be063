import { createFileRoute } from '@tanstack/react-router'
import { PlanGuard } from '../../desk/guards/plan-guard.tsx'
import { OptOutsPage } from '../../features/campaigns/opt-outs-page.tsx'
import { requirePermission } from '../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/opt-outs')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'campaigns-page:view'),
  component: () => (
    <PlanGuard feature="useCampaigns">
      <OptOutsPage />
    </PlanGuard>
  ),
})
