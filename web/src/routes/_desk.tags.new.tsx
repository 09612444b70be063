import { createFileRoute } from '@tanstack/react-router'
import { tags } from '../features/tags/tags.tsx'
import { NewRow } from '../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/tags/new')({ component: Add })

function Add() {
  const navigate = Route.useNavigate()
  return <NewRow resource={tags} onClosed={() => void navigate({ to: '/tags' })} />
}
