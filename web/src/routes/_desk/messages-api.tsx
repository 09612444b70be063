import { createFileRoute } from '@tanstack/react-router'
import { PlanGuard } from '../../desk/guards/plan-guard.tsx'
import { MessagesApiPage } from '../../features/messages-api/messages-api-page.tsx'
import { requirePermission } from '../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/messages-api')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'messages-api:view'),
  component: () => (
    <PlanGuard feature="useExternalApi">
      <MessagesApiPage />
    </PlanGuard>
  ),
})
