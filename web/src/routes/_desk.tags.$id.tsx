import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { tags } from '../features/tags/tags.tsx'
import { EditRow } from '../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/tags/$id')({ component: Edit })

function Edit() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const close = useCallback(() => void navigate({ to: '/tags' }), [navigate])
  return <EditRow key={id} resource={tags} id={id} onClosed={close} />
}
