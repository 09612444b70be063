import { createFileRoute } from '@tanstack/react-router'
import { contacts } from '../../../features/contacts/contacts.tsx'
import { EditRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/contacts/$id')({
  component: () => <EditRow resource={contacts} id={Route.useParams().id} />,
})
