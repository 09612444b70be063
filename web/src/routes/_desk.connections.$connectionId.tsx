import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { EditConnection } from '../features/connections/edit-connection.tsx'

export const Route = createFileRoute('/_desk/connections/$connectionId')({ component: Edit })

function Edit() {
  const { connectionId } = Route.useParams()
  const navigate = Route.useNavigate()
  const close = useCallback(() => void navigate({ to: '/connections' }), [navigate])
  return <EditConnection key={connectionId} id={connectionId} onClosed={close} />
}
