import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsGuard } from '../../../desk/responders/integrations-guard.tsx'
import { integrations } from '../../../features/integrations/integrations.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { ResourceScreen } from '../../../resource/screen.tsx'

export const Route = createFileRoute('/_desk/queue-integration')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'integrations-page:view'),
  component: List,
})

function List() {
  return (
    <IntegrationsGuard>
      <ResourceScreen resource={integrations} />
    </IntegrationsGuard>
  )
}
