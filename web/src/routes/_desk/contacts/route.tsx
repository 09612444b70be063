import { createFileRoute } from '@tanstack/react-router'
import { ChatWith } from '../../../features/contacts/contact-tools.tsx'
import { ContactsMenu } from '../../../features/contacts/contacts-menu.tsx'
import { contacts } from '../../../features/contacts/contacts.tsx'
import { ResourceScreen } from '../../../resource/screen.tsx'

export const Route = createFileRoute('/_desk/contacts')({
  component: () => <ResourceScreen resource={contacts} tools={<ContactsMenu />} RowTools={ChatWith} />,
})
