import { createFileRoute } from '@tanstack/react-router'
import { fileLists } from '../../../features/files/file-lists.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { NewRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/files/new')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'files-page:edit'),
  component: () => <NewRow resource={fileLists} />,
})
