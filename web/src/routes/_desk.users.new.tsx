import { createFileRoute } from '@tanstack/react-router'
import { users } from '../features/users/users.tsx'
import { NewRow } from '../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/users/new')({ component: Add })

function Add() {
  const navigate = Route.useNavigate()
  return <NewRow resource={users} onClosed={() => void navigate({ to: '/users' })} />
}
