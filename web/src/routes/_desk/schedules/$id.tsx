import { createFileRoute } from '@tanstack/react-router'
import { schedules } from '../../../features/schedules/schedules.tsx'
import { EditRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/schedules/$id')({
  component: () => <EditRow resource={schedules} id={Route.useParams().id} />,
})
