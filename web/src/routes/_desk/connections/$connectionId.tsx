import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { EditConnection } from '../../../features/connections/edit-connection.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/connections/$connectionId')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'connections-page:editOrDeleteConnection'),
  component: Edit,
})

function Edit() {
  const { connectionId } = Route.useParams()
  const navigate = Route.useNavigate()
  const close = useCallback(() => void navigate({ to: '/connections' }), [navigate])
  return <EditConnection key={connectionId} id={connectionId} onClosed={close} />
}
