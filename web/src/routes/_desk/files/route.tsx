import { createFileRoute } from '@tanstack/react-router'
import { fileLists } from '../../../features/files/file-lists.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'
import { ResourceScreen } from '../../../resource/screen.tsx'

export const Route = createFileRoute('/_desk/files')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'files-page:view'),
  component: () => <ResourceScreen resource={fileLists} />,
})
