import { createFileRoute } from '@tanstack/react-router'
import { quickMessages } from '../../../features/quick-messages/quick-messages.tsx'
import { NewRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/quick-messages/new')({
  component: () => <NewRow resource={quickMessages} />,
})
