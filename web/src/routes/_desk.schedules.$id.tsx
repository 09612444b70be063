import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { schedules } from '../features/schedules/schedules.tsx'
import { EditRow } from '../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/schedules/$id')({ component: Edit })

function Edit() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const close = useCallback(() => void navigate({ to: '/schedules' }), [navigate])
  return <EditRow key={id} resource={schedules} id={id} onClosed={close} />
}
