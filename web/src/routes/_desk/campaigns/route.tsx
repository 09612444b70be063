import { createFileRoute } from '@tanstack/react-router'
import { PlanGuard } from '../../../desk/guards/plan-guard.tsx'
import { CampaignPlaces } from '../../../features/campaigns/campaign-places.tsx'
import { campaigns } from '../../../features/campaigns/campaigns.tsx'
import { CampaignTools } from '../../../features/campaigns/row-tools.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { ResourceScreen } from '../../../resource/screen.tsx'

export const Route = createFileRoute('/_desk/campaigns')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'campaigns-page:view'),
  component: () => (
    <PlanGuard feature="useCampaigns">
      <ResourceScreen resource={campaigns} tools={<CampaignPlaces />} RowTools={CampaignTools} />
    </PlanGuard>
  ),
})
