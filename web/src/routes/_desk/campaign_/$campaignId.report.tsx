import { createFileRoute } from '@tanstack/react-router'
import { PlanGuard } from '../../../desk/guards/plan-guard.tsx'
import { ReportPage } from '../../../features/campaigns/report/report-page.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/campaign_/$campaignId/report')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'campaigns-page:view'),
  component: Report,
})

function Report() {
  const { campaignId } = Route.useParams()
  return (
    <PlanGuard feature="useCampaigns">
      <ReportPage key={campaignId} campaignId={campaignId} />
    </PlanGuard>
  )
}
