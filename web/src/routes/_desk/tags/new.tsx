import { createFileRoute } from '@tanstack/react-router'
import { tags } from '../../../features/tags/tags.tsx'
import { NewRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/tags/new')({
  component: () => <NewRow resource={tags} />,
})
