import { createFileRoute } from '@tanstack/react-router'
import { users } from '../../../features/users/users.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { EditRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/users/$id')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'users-page:edit'),
  component: () => <EditRow resource={users} id={Route.useParams().id} />,
})
