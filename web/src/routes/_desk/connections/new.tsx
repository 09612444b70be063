import { createFileRoute } from '@tanstack/react-router'
import { NewConnection } from '../../../features/connections/new-connection.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/connections/new')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'connections-page:addConnection'),
  component: Add,
})

function Add() {
  const navigate = Route.useNavigate()
  return <NewConnection onClosed={() => void navigate({ to: '/connections' })} />
}
