import { createFileRoute } from '@tanstack/react-router'
import { UsersScreen } from '../../../features/users/users-screen.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/users')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'users-page:view'),
  component: UsersScreen,
})
