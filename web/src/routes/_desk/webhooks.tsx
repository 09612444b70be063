import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsGuard } from '../../desk/responders/integrations-guard.tsx'
import { WebhooksPage } from '../../features/webhooks/webhooks-page.tsx'
import { requirePermission } from '../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/webhooks')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'webhooks-page:edit'),
  component: () => (
    <IntegrationsGuard>
      <WebhooksPage />
    </IntegrationsGuard>
  ),
})
