import { createFileRoute } from '@tanstack/react-router'
import { tags } from '../../../features/tags/tags.tsx'
import { EditRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/tags/$id')({
  component: () => <EditRow resource={tags} id={Route.useParams().id} />,
})
