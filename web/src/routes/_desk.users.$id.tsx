import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { users } from '../features/users/users.tsx'
import { EditRow } from '../resource/edit-row.tsx'
import { requirePermission } from '../lib/require-permission.ts'

export const Route = createFileRoute('/_desk/users/$id')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'users-page:edit'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const close = useCallback(() => void navigate({ to: '/users' }), [navigate])
  return <EditRow key={id} resource={users} id={id} onClosed={close} />
}
