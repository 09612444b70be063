import { createFileRoute } from '@tanstack/react-router'
import { helps } from '../../../features/helps/helps.tsx'
import { NewRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/helps_/manage/new')({
  component: () => <NewRow resource={helps} />,
})
