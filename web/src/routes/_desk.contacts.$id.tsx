import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { contacts } from '../features/contacts/contacts.tsx'
import { EditRow } from '../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/contacts/$id')({ component: Edit })

function Edit() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const close = useCallback(() => void navigate({ to: '/contacts' }), [navigate])
  return <EditRow key={id} resource={contacts} id={id} onClosed={close} />
}
