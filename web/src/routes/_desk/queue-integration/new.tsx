import { createFileRoute } from '@tanstack/react-router'
import { integrations } from '../../../features/integrations/integrations.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { NewRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/queue-integration/new')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'integrations-page:edit'),
  component: () => <NewRow resource={integrations} />,
})
