import { createFileRoute } from '@tanstack/react-router'
import { users } from '../../../features/users/users.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { NewRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/users/new')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'users-page:edit'),
  component: () => <NewRow resource={users} />,
})
