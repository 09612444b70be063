import { createFileRoute } from '@tanstack/react-router'
import { NewQueue } from '../features/queues/new-queue.tsx'

export const Route = createFileRoute('/_desk/queues/new')({ component: Add })

function Add() {
  const navigate = Route.useNavigate()
  return <NewQueue onClosed={() => void navigate({ to: '/queues' })} />
}
