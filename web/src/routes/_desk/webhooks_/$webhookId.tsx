import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsGuard } from '../../../desk/responders/integrations-guard.tsx'
import { DeliveriesPage } from '../../../features/webhooks/deliveries-page.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/webhooks_/$webhookId')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'webhooks-page:edit'),
  component: Deliveries,
})

function Deliveries() {
  const { webhookId } = Route.useParams()
  return (
    <IntegrationsGuard>
      <DeliveriesPage webhookId={webhookId} />
    </IntegrationsGuard>
  )
}
