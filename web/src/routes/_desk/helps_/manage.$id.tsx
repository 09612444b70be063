import { createFileRoute } from '@tanstack/react-router'
import { helps } from '../../../features/helps/helps.tsx'
import { EditRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/helps_/manage/$id')({
  component: () => <EditRow resource={helps} id={Route.useParams().id} />,
})
