import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { helps } from '../features/helps/helps.tsx'
import { EditRow } from '../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/helps_/manage/$id')({ component: Edit })

function Edit() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const close = useCallback(() => void navigate({ to: '/helps/manage' }), [navigate])
  return <EditRow key={id} resource={helps} id={id} onClosed={close} />
}
