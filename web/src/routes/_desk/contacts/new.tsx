import { createFileRoute } from '@tanstack/react-router'
import { contacts } from '../../../features/contacts/contacts.tsx'
import { NewRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/contacts/new')({
  component: () => <NewRow resource={contacts} />,
})
