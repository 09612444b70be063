import { createFileRoute } from '@tanstack/react-router'
import { PlanGuard } from '../../desk/guards/plan-guard.tsx'
import { CampaignSettingsPage } from '../../features/campaigns/settings/settings-page.tsx'
import { requirePermission } from '../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/campaigns-config')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'campaigns-page:view'),
  component: () => (
    <PlanGuard feature="useCampaigns">
      <CampaignSettingsPage />
    </PlanGuard>
  ),
})
