import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { fileLists } from '../features/files/file-lists.tsx'
import { EditRow } from '../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/files/$id')({ component: Edit })

function Edit() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const close = useCallback(() => void navigate({ to: '/files' }), [navigate])
  return <EditRow key={id} resource={fileLists} id={id} onClosed={close} />
}
