import { createFileRoute } from '@tanstack/react-router'
import { fileLists } from '../features/files/file-lists.tsx'
import { NewRow } from '../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/files/new')({ component: Add })

function Add() {
  const navigate = Route.useNavigate()
  return <NewRow resource={fileLists} onClosed={() => void navigate({ to: '/files' })} />
}
