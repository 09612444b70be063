import { createFileRoute } from '@tanstack/react-router'
import { integrations } from '../../../features/integrations/integrations.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { EditRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/queue-integration/$id')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'integrations-page:edit'),
  component: () => <EditRow resource={integrations} id={Route.useParams().id} />,
})
