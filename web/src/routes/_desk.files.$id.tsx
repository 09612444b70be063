import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { fileLists } from '../features/files/file-lists.tsx'
import { EditRow } from '../resource/edit-row.tsx'
import { requirePermission } from '../lib/require-permission.ts'

export const Route = createFileRoute('/_desk/files/$id')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'files-page:edit'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const close = useCallback(() => void navigate({ to: '/files' }), [navigate])
  return <EditRow key={id} resource={fileLists} id={id} onClosed={close} />
}
