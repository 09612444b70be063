import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { EditQueue } from '../../../features/queues/edit-queue.tsx'

export const Route = createFileRoute('/_desk/queues/$queueId')({ component: Edit })

function Edit() {
  const { queueId } = Route.useParams()
  const navigate = Route.useNavigate()
  const close = useCallback(() => void navigate({ to: '/queues' }), [navigate])
  return <EditQueue key={queueId} id={queueId} onClosed={close} />
}
