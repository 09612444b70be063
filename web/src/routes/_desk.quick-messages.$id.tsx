import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { quickMessages } from '../features/quick-messages/quick-messages.tsx'
import { EditRow } from '../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/quick-messages/$id')({ component: Edit })

function Edit() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const close = useCallback(() => void navigate({ to: '/quick-messages' }), [navigate])
  return <EditRow key={id} resource={quickMessages} id={id} onClosed={close} />
}
