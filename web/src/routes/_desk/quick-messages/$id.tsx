import { createFileRoute } from '@tanstack/react-router'
import { quickMessages } from '../../../features/quick-messages/quick-messages.tsx'
import { EditRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/quick-messages/$id')({
  component: () => <EditRow resource={quickMessages} id={Route.useParams().id} />,
})
