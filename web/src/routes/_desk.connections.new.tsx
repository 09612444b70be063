import { createFileRoute } from '@tanstack/react-router'
import { NewConnection } from '../features/connections/new-connection.tsx'

export const Route = createFileRoute('/_desk/connections/new')({ component: Add })

function Add() {
  const navigate = Route.useNavigate()
  return <NewConnection onClosed={() => void navigate({ to: '/connections' })} />
}
