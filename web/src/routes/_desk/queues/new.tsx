import { createFileRoute } from '@tanstack/react-router'
import { NewQueue } from '../../../features/queues/new-queue.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/queues/new')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'queues-page:edit'),
  component: Add,
})

function Add() {
  const navigate = Route.useNavigate()
  return <NewQueue onClosed={() => void navigate({ to: '/queues' })} />
}
