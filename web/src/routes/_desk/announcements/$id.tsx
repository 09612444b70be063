import { createFileRoute } from '@tanstack/react-router'
import { announcements } from '../../../features/announcements/announcements.tsx'
import { EditRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/announcements/$id')({
  component: () => <EditRow resource={announcements} id={Route.useParams().id} />,
})
