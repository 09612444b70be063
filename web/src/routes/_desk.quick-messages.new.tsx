import { createFileRoute } from '@tanstack/react-router'
import { quickMessages } from '../features/quick-messages/quick-messages.tsx'
import { NewRow } from '../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/quick-messages/new')({ component: Add })

function Add() {
  const navigate = Route.useNavigate()
  return <NewRow resource={quickMessages} onClosed={() => void navigate({ to: '/quick-messages' })} />
}
