import { createFileRoute } from '@tanstack/react-router'
import { fileLists } from '../../../features/files/file-lists.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { EditRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/files/$id')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'files-page:edit'),
  component: () => <EditRow resource={fileLists} id={Route.useParams().id} />,
})
