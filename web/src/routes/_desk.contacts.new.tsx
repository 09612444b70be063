import { createFileRoute } from '@tanstack/react-router'
import { contacts } from '../features/contacts/contacts.tsx'
import { NewRow } from '../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/contacts/new')({ component: Add })

function Add() {
  const navigate = Route.useNavigate()
  return <NewRow resource={contacts} onClosed={() => void navigate({ to: '/contacts' })} />
}
