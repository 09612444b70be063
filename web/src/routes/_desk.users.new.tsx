import { createFileRoute } from '@tanstack/react-router'
import { users } from '../features/users/users.tsx'
import { NewRow } from '../resource/edit-row.tsx'
import { requirePermission } from '../lib/require-permission.ts'

export const Route = createFileRoute('/_desk/users/new')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'users-page:edit'),
  component: Add,
})

function Add() {
  const navigate = Route.useNavigate()
  return <NewRow resource={users} onClosed={() => void navigate({ to: '/users' })} />
}
