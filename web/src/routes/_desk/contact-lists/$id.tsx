import { createFileRoute } from '@tanstack/react-router'
import { contactLists } from '../../../features/contact-lists/contact-lists.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { EditRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/contact-lists/$id')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'campaigns-page:edit'),
  component: () => <EditRow resource={contactLists} id={Route.useParams().id} />,
})
