import { createFileRoute } from '@tanstack/react-router'
import { fileLists } from '../features/files/file-lists.tsx'
import { NewRow } from '../resource/edit-row.tsx'
import { requirePermission } from '../lib/require-permission.ts'

export const Route = createFileRoute('/_desk/files/new')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'files-page:edit'),
  component: Add,
})

function Add() {
  const navigate = Route.useNavigate()
  return <NewRow resource={fileLists} onClosed={() => void navigate({ to: '/files' })} />
}
