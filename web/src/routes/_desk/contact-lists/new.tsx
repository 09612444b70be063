import { createFileRoute } from '@tanstack/react-router'
import { contactLists } from '../../../features/contact-lists/contact-lists.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { NewRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/contact-lists/new')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'campaigns-page:edit'),
  component: () => <NewRow resource={contactLists} />,
})
