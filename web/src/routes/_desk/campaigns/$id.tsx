import { createFileRoute } from '@tanstack/react-router'
import { campaigns } from '../../../features/campaigns/campaigns.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { EditRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/campaigns/$id')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'campaigns-page:edit'),
  component: () => <EditRow resource={campaigns} id={Route.useParams().id} />,
})
